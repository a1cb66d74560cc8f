import { expect, test } from "vitest";
import { timeProblem } from "./time-problem.ts";

test.each(["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05+02:00"])("%s is a time", (text) => {
  expect(timeProblem(text)).toBeUndefined();
});

test.each([
  ["yesterday", 'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"'],
  ["2026-01-02", 'parsing time "2026-01-02" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
  ["2026-01-02 03:04:05", 'parsing time "2026-01-02 03:04:05" as "2006-01-02T15:04:05Z07:00": cannot parse " 03:04:05" as "T"'],
  ["2026-13-02T03:04:05Z", 'parsing time "2026-13-02T03:04:05Z": month out of range'],
  ["2026-02-31T03:04:05Z", 'parsing time "2026-02-31T03:04:05Z": day out of range'],
  ["2026-01-02T03:04:05Zx", 'parsing time "2026-01-02T03:04:05Zx": extra text: "x"'],
])("%s is none", (text, problem) => {
  expect(timeProblem(text)).toBe(problem);
});
