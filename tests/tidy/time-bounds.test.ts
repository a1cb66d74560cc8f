import { expect, test } from "vitest";
import { listProjectFiles, readProjectFile } from "./project-files.ts";

/** An option or a last argument by which a test, a hook or a poll gives up after a time. */
const BOUND =
  /expect\s*\.poll\([^;]*\btimeout: \d|^(?:test|describe|beforeAll|afterAll|beforeEach|afterEach)\b.*\{ timeout: \d|^\s*\}, \d[\d_]*\);$/m;

test("no test on a simulated cluster gives up after a time of its own, since a busy machine is slow", () => {
  const files = listProjectFiles(".test.ts").filter((path) => !path.startsWith("tests/live/"));
  expect(files.filter((path) => BOUND.test(readProjectFile(path)))).toEqual([]);
  expect(BOUND.test("test('a', async () => {\n}, 60_000);")).toBe(true);
});
