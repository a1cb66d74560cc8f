import { expect, test } from "vitest";
import { LINES_MAX, LONG_FILES } from "./file-sizes.ts";
import { listProjectFiles, readProjectFile } from "./project-files.ts";

const GENERATED = /(^|\/)(generated|proto\/gen|v1)\//;
/** Pattern of suites of cases, which may be long, since they are read by name. */
const SUITE = /\.(test|cases)\.ts$/;
const sources = listProjectFiles(".ts", ".tsx", ".mjs", ".py").filter((path) => !GENERATED.test(path) && !SUITE.test(path));
const countLines = (path: string): number => readProjectFile(path).split("\n").length - 1;

test(`a file above ${LINES_MAX} lines has a reason, and does not grow`, () => {
  const grown = sources.flatMap((path) => {
    const lines = countLines(path);
    const ceiling = LONG_FILES[path]?.lines ?? LINES_MAX;
    return lines > ceiling
      ? [`${path} has ${lines} lines; the most is ${ceiling}. Split it, or give the reason in tests/tidy/file-sizes.ts.`]
      : [];
  });
  expect(grown).toEqual([]);
});

test("no file keeps a reason that it no longer needs", () => {
  const needless = Object.keys(LONG_FILES).filter((path) => !sources.includes(path) || countLines(path) <= LINES_MAX);
  expect(needless).toEqual([]);
});
