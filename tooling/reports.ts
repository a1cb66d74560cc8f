import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Tally } from "./summary.ts";

/** Counts in a test runner's report. */
interface Count {
  readonly tally: Tally;
  readonly skips: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly ancestorTitles: readonly string[]; readonly title: string }[];
  }[];
}

/** Reads the JSON report of vitest; undefined when there is none. A file that could not be loaded is one failure. */
export const countVitest = (path: string): Count | undefined => {
  if (!existsSync(path)) return undefined;
  const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: relative(process.cwd(), file.name) })),
  );
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  );
  const skipped = tests.filter((test) => test.status !== "passed" && test.status !== "failed");
  return {
    tally: {
      passed: tests.filter((test) => test.status === "passed").length,
      failed: tests.filter((test) => test.status === "failed").length + broken.length,
      skipped: skipped.length,
    },
    skips: groupSkips(skipped),
  };
};

/** Summarises the skipped tests of a group in one line; their title gives the reason. */
const groupSkips = (
  tests: readonly { readonly file: string; readonly ancestorTitles: readonly string[]; readonly title: string }[],
): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { file, ancestorTitles, title } of tests) {
    const group = `${file}: ${ancestorTitles[0] ?? title}`;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return [...counts].map(([group, count]) => `${group} (${count} ${count === 1 ? "test" : "tests"})`);
};

/** Reads the JUnit report of pytest; undefined when there is none. */
export const countPytest = (path: string): Count | undefined => {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const sum = (attribute: string): number => Number(new RegExp(`<testsuite [^>]*\\b${attribute}="(\\d+)"`).exec(text)?.[1] ?? 0);
  const failed = sum("failures") + sum("errors");
  const skipped = sum("skipped");
  const skips = [...text.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*><skipped [^>]*message="([^"]*)"/g)];
  return {
    tally: { passed: sum("tests") - failed - skipped, failed, skipped },
    skips: skips.map(([, file, name, reason]) => `${file}: ${name}: ${reason}`),
  };
};
