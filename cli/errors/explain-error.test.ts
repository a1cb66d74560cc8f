import { mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXIT_CODES } from "./exit-codes.ts";
import { explainError } from "./explain-error.ts";

const folder = mkdtempSync(join(tmpdir(), "kubedrill-explain-"));
const file = join(folder, "file");
writeFileSync(file, "");

const failureOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
};

test.each<[string, () => unknown, string]>([
  ["a file that is not there", () => readFileSync(join(folder, "none")), `${join(folder, "none")}: no such file or folder`],
  ["a file in place of a folder", () => mkdirSync(file), `${file}: there is a file of this name`],
  ["a path through a file", () => mkdirSync(join(file, "in")), `${join(file, "in")}: a part of this path is no folder`],
  ["a folder in place of a file", () => writeFileSync(folder, ""), `${folder}: this is a folder`],
])("%s is explained with its path, and is no fault of kubedrill", (_, act, says) => {
  expect(explainError(failureOf(act))).toMatchObject({
    message: expect.stringContaining(says),
    exitCode: EXIT_CODES.unavailable.code,
  });
});

test.runIf(process.platform === "linux")("a full disk is explained", () => {
  const full = openSync("/dev/full", "w");
  expect(explainError(failureOf(() => writeSync(full, "x")))?.message).toBe(
    "write: no space is left; make some and run the command again (ENOSPC, write)",
  );
});

test("an error of kubedrill's own code stays one", () => {
  expect(explainError(new TypeError("x is not a function"))).toBeUndefined();
});
