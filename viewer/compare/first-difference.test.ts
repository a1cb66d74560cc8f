import { expect, test } from "vitest";
import { firstDifference } from "./first-difference.ts";

const course = (...states: readonly string[]) => {
  const [initial, ...steps] = states.map((state_digest) => ({ state_digest }));
  return { initial, steps } as unknown as Parameters<typeof firstDifference>[0][number];
};

test("roll-outs part where a state is another for the first time, not where they differ last", () => {
  expect(firstDifference([course("a", "b", "c", "d"), course("a", "b", "x", "d")])).toBe(2);
  expect(firstDifference([course("a", "b"), course("a", "b"), course("z", "b")])).toBe(0);
});

test("a roll-out that ends earlier is not different for that", () => {
  expect(firstDifference([course("a", "b"), course("a", "b", "c")])).toBeUndefined();
});
