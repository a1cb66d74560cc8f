import { describe, expect, test } from "vitest";
import { type FactsTable, factsIn, knownFacts, rowOf } from "./known-facts.ts";

const TABLE: FactsTable = {
  "shop/lost": {
    "deployment/a": [0, 1, 0.5, 8, 9_000, 1],
    "deployment/b": [2, 5, 1, 20, 30_000, 0],
    "deployment/c": [1, 3, 1, 12, 20_000, 0],
  },
  "fleet/lost": { "deployment/x": [3, 9, 1, 30, 50_000, 0] },
};

describe("what is known of a pair", () => {
  test("is what was measured of it", () => {
    expect(rowOf(knownFacts("shop", "lost", "deployment/b", TABLE))).toEqual([2, 5, 1, 20, 30_000, 0]);
  });

  test("is the median of the fault's other targets in the application where it was not measured", () => {
    expect(rowOf(knownFacts("shop", "lost", "deployment/z", TABLE))).toEqual([1, 3, 1, 12, 20_000, 0]);
  });

  test("is that of the fault in other applications where it was measured in none of this one", () => {
    expect(knownFacts("hotel", "lost", "deployment/z", TABLE).distance).toBe(1);
    expect(knownFacts("hotel", "lost", "deployment/z", { "fleet/lost": TABLE["fleet/lost"] ?? {} }).symptomatic).toBe(9);
  });

  test("survives being written as a row", () => {
    const facts = knownFacts("shop", "never-measured", "deployment/z", TABLE);
    expect(factsIn("never-measured", rowOf(facts))).toEqual(facts);
  });
});
