import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a run of the tests a folder for all temporary files, those of the programs that it starts included, and removes it at the end. */
export const setup = (): (() => void) => {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-tests-"));
  process.env["TMPDIR"] = folder;
  return () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true });
  };
};
