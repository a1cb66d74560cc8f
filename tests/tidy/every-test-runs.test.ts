import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STEPS } from "../../tooling/steps.ts";
import { listProjectFiles, ROOT } from "./project-files.ts";

test("every test file belongs to exactly one step of the checks", () => {
  const folders = STEPS.flatMap((step) => step.folders ?? []);
  const files = listProjectFiles(".test.ts");
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => folders.filter((folder) => file.startsWith(`${folder}/`)).length !== 1)).toEqual([]);
  expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
});
