import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { boundFolder } from "./bound-folder.ts";

/** A folder of files of 100 bytes, of two versions of Node; each later one was used later. */
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-code-"));
  for (const version of ["v1", "v2"]) mkdirSync(join(folder, version));
  for (let i = 0; i < 10; i++) {
    const path = join(folder, i < 5 ? "v1" : "v2", `${i}`);
    writeFileSync(path, "x".repeat(100));
    // What was compiled first may still be read.
    utimesSync(path, i === 0 ? 100 : i, i);
  }
  return folder;
};

const filesOf = (folder: string): readonly string[] => ["v1", "v2"].flatMap((version) => readdirSync(join(folder, version))).sort();

test("beyond its bound a folder loses the files that nobody has read or written for longest", async () => {
  const folder = newFolder();
  await boundFolder(folder, { bytesMax: 1_000 });
  expect(filesOf(folder)).toHaveLength(10);
  await boundFolder(folder, { bytesMax: 500 });
  expect(filesOf(folder)).toEqual(["0", "7", "8", "9"]);
});

test("it can be stopped, and a folder that is not there is none", async () => {
  const folder = newFolder();
  await boundFolder(folder, { bytesMax: 0, signal: AbortSignal.abort() });
  expect(filesOf(folder)).toHaveLength(10);
  await boundFolder(join(folder, "missing"), { bytesMax: 0 });
});
