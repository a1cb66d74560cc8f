import { expect, test } from "vitest";
import { byProblem, compareResults, differenceOf, type EvalResult, meanOf, summarize, wilson } from "./eval-result.ts";

const result = (problem: string, seed: number, given: Partial<EvalResult> = {}): EvalResult => ({
  task: `kubedrill://shop/${problem}?target=deployment/web`,
  seed: `${seed}`,
  task_digest: "d",
  return: 1,
  success: true,
  components: {},
  steps: 1,
  end_reason: "AGENT_SUBMITTED",
  sample_valid: true,
  ...given,
});

const { return: _, ...unscored } = result("a", 9, { sample_valid: false });

// Newcombe (1998), table I: 81 of 263 gives .2553 to .3662, 0 of 20 gives 0 to .1611.
test("shares have the published intervals of Wilson's score", () => {
  const many = wilson(81, 263);
  expect([many.low.toFixed(4), many.high.toFixed(4)]).toEqual(["0.2553", "0.3662"]);
  const none = wilson(0, 20);
  expect(none.low).toBeCloseTo(0, 12);
  expect(none.high.toFixed(4)).toBe("0.1611");
});

test("the mean of one value has no interval, and of none no mean", () => {
  expect(meanOf([0.5])).toEqual({ mean: 0.5, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
  expect(meanOf([]).mean).toBeNaN();
});

test("episodes without a valid score are counted and left out", () => {
  const sums = summarize([result("a", 1), result("a", 2, { return: 0, success: false }), unscored]);
  expect(sums).toMatchObject({ episodes: 3, invalid: 1, success: { mean: 0.5 }, return: { mean: 0.5 }, steps: { mean: 1 } });
});

test("episodes with several faults are one group", () => {
  expect([...byProblem([result("b+c", 1), result("b", 2), result("c+d", 3)])].map(([name, { length }]) => [name, length])).toEqual([
    ["b", 1],
    ["several faults", 2],
  ]);
});

test("a comparison pairs episodes by task, seed and digest", () => {
  const before = [result("a", 1, { return: 0.5 }), result("a", 2, { return: 0.25 }), result("b", 1, { task_digest: "other" })];
  expect(compareResults([result("a", 1), result("a", 2), result("b", 1), unscored], before)).toMatchObject({
    pairs: 2,
    return: { mean: 0.625 },
    success: { mean: 0 },
  });
});

test("a success that was a failure before counts one in the comparison, and an invalid episode not at all", () => {
  const before = [result("a", 1, { success: false }), result("a", 2), { ...result("a", 3), sample_valid: false }];
  const { pairs, success } = compareResults([result("a", 1), result("a", 2), result("a", 3)], before);
  expect(pairs).toBe(2);
  expect(success.mean).toBe(0.5);
});

// Newcombe (1998), paired proportions, table III: 36, 12, 2 and 0 pairs give .0569 to .3404.
test("differences of paired shares have the published interval, and two pairs prove little", () => {
  const pairs = (both: number, gained: number, lost: number) => [
    ...Array<[boolean, boolean]>(both).fill([true, true]),
    ...Array<[boolean, boolean]>(gained).fill([true, false]),
    ...Array<[boolean, boolean]>(lost).fill([false, true]),
  ];
  const { mean, low, high } = differenceOf(pairs(36, 12, 2));
  expect([mean, low, high].map((value) => value.toFixed(4))).toEqual(["0.2000", "0.0569", "0.3404"]);
  expect(differenceOf(pairs(0, 2, 0)).low).toBeLessThan(0.1);
});
