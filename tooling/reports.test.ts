import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { countPytest, countVitest } from "./reports.ts";
import { renderSummary } from "./summary.ts";

const folder = mkdtempSync(join(tmpdir(), "kubedrill-reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

const report = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const assertion = (status: string, title: string, ...ancestorTitles: readonly string[]) => ({ status, title, ancestorTitles });

test("a file that could not be loaded counts as a failure, and skips are one line a group", () => {
  const testResults = [
    {
      name: join(process.cwd(), "a.test.ts"),
      status: "passed",
      assertionResults: [
        assertion("passed", "one"),
        assertion("skipped", "two", "on a cluster"),
        assertion("skipped", "three", "on a cluster"),
      ],
    },
    { name: "/b.test.ts", status: "failed", assertionResults: [assertion("failed", "four")] },
    { name: "/c.test.ts", status: "failed", assertionResults: [] },
  ];
  expect(countVitest(report("vitest.json", JSON.stringify({ testResults })))).toEqual({
    tally: { passed: 1, failed: 2, skipped: 2 },
    skips: ["a.test.ts: on a cluster (2 tests)"],
  });
});

test("pytest's errors are failures, and its skips say why", () => {
  const cases =
    '<testcase classname="tests.test_gym" name="test_a" time="0"><skipped type="pytest.skip" message="no server">x</skipped></testcase>';
  const text = `<?xml version="1.0"?><testsuites><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="5">${cases}</testsuite></testsuites>`;
  expect(countPytest(report("pytest.xml", text))).toEqual({
    tally: { passed: 2, failed: 2, skipped: 1 },
    skips: ["tests.test_gym: test_a: no server"],
  });
});

test("without a report there is no count", () => {
  expect(countVitest(join(folder, "nothing.json"))).toBeUndefined();
  expect(countPytest(join(folder, "nothing.xml"))).toBeUndefined();
});

test("the last line counts everything, and what was skipped stands above it", () => {
  const results = [
    { name: "types", seconds: 1.25, tally: { passed: 1, failed: 0, skipped: 0 }, skips: [] },
    { name: "unit", seconds: 10, tally: { passed: 20, failed: 2, skipped: 3 }, skips: ["a.test.ts: on a cluster (3 tests)"] },
  ];
  const leftOut = [{ what: "targets of faults", taken: 17, of: 120 }];
  const lines = renderSummary(results, { seconds: 6.2, leftOut, isWhole: false, seed: "abc" }).split("\n");
  expect(lines.at(-1)).toBe("21 passed, 2 failed, 3 skipped");
  expect(lines).toContain("skipped: unit: a.test.ts: on a cluster (3 tests)");
  expect(lines.find((line) => line.startsWith("unit"))).toMatch(/10\.0 {2}FAILED \(2 of 22\)/);
  expect(lines.find((line) => line.startsWith("all"))).toContain("6.2");
  expect(lines.join("\n")).toContain("seed abc; npm run test:all takes all:\n     17 of 120 targets of faults\n");
});
