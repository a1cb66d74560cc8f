import { expect, test } from "vitest";
import { differenceOf, meanOf, wilson, wilsonOfGroups } from "./statistics.ts";

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

test("attempts at one task that agree count as one, and attempts that differ as tasks do count as themselves", () => {
  expect(wilsonOfGroups([1, 1, 0], 9)).toEqual(wilson(2, 3));
  expect(wilsonOfGroups([1, 1, 1], 30)).toEqual(wilson(3, 3));
  expect(wilsonOfGroups([0.5, 0.5, 0.6, 0.4], 40).low).toBeCloseTo(wilson(20, 40).low, 6);
});
