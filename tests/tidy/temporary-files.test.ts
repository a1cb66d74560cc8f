import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { setup } from "../temporary-folder.ts";

test("temporary files of tests, and of the programs that they start, are in one folder that goes with the run", () => {
  const folder = /\/kubedrill-tests-\w{6}$/;
  expect(tmpdir()).toMatch(folder);
  const { stdout } = spawnSync("sh", ["-c", "dirname $(mktemp)"], { encoding: "utf8" });
  expect(stdout.trim()).toBe(tmpdir());
  const remove = setup();
  const inner = tmpdir();
  expect(dirname(inner)).not.toBe(inner);
  spawnSync("sh", ["-c", "mktemp"]);
  remove();
  expect(tmpdir()).toMatch(folder);
  expect(spawnSync("test", ["-e", inner]).status).toBe(1);
});
