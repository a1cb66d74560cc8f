import { expect, test } from "vitest";
import { makeResult } from "../testing/make-result.ts";
import { byProblem } from "./group-results.ts";
import { summarize } from "./summarize.ts";

const { return: _, ...unscored } = makeResult("a", 9, { sample_valid: false });

test("episodes without a valid score are counted and left out", () => {
  const sums = summarize([makeResult("a", 1), makeResult("a", 2, { return: 0, success: false }), unscored]);
  expect(sums).toMatchObject({ episodes: 3, invalid: 1, success: { mean: 0.5 }, return: { mean: 0.5 }, steps: { mean: 1 } });
});

test("episodes with several faults are one group", () => {
  expect(
    [...byProblem([makeResult("b+c", 1), makeResult("b", 2), makeResult("c+d", 3)])].map(([name, { length }]) => [name, length]),
  ).toEqual([
    ["b", 1],
    ["several faults", 2],
  ]);
});
