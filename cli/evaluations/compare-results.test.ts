import { expect, test } from "vitest";
import { makeResult } from "../testing/make-result.ts";
import { compareResults } from "./compare-results.ts";

const { return: _, ...unscored } = makeResult("a", 9, { sample_valid: false });

test("a comparison pairs episodes by task, seed and digest", () => {
  const before = [makeResult("a", 1, { return: 0.5 }), makeResult("a", 2, { return: 0.25 }), makeResult("b", 1, { task_digest: "other" })];
  expect(compareResults([makeResult("a", 1), makeResult("a", 2), makeResult("b", 1), unscored], before)).toMatchObject({
    pairs: 2,
    return: { mean: 0.625 },
    success: { mean: 0 },
  });
});

test("a success that was a failure before counts one in the comparison, and an invalid episode not at all", () => {
  const before = [makeResult("a", 1, { success: false }), makeResult("a", 2), { ...makeResult("a", 3), sample_valid: false }];
  const { pairs, success } = compareResults([makeResult("a", 1), makeResult("a", 2), makeResult("a", 3)], before);
  expect(pairs).toBe(2);
  expect(success.mean).toBe(0.5);
});
