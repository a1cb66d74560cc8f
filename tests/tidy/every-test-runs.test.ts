import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STEPS } from "../../tooling/steps.ts";

const TESTS = join(import.meta.dirname, "..");

test("every folder of tests belongs to a step of npm test", () => {
  const named = STEPS.flatMap((step) => step.command("report"));
  const folders = readdirSync(TESTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => readdirSync(join(TESTS, name), { recursive: true }).some((file) => String(file).endsWith(".test.ts")));
  expect(folders.filter((name) => !named.some((word) => `tests/${name}`.startsWith(word) || word === `tests/${name}`))).toEqual([]);
});
