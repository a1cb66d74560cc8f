import { expect, test } from "vitest";
import type { Comparison } from "./compare.ts";
import { checkRatchet, type KnownDifferences } from "./known-differences.ts";

const played = (scenario: string, ...steps: readonly string[]): Comparison => ({
  scenario,
  total: 9,
  seconds: 0,
  differences: steps.map((step) => ({ step, title: "", diff: [] })),
});

const known: readonly KnownDifferences[] = [
  { reason: "a", steps: { "get/pods": [1, "objects"] } },
  { reason: "b", sometimes: true, steps: { "get/nodes": [4] } },
];

test("a step that differs and is not listed is told", () => {
  expect(checkRatchet(known, [played("get/pods", "1", "2", "objects")])).toEqual({ unknown: ["get/pods 2"], mended: [] });
});

test("a step that is listed and equal now is to be taken off the list", () => {
  expect(checkRatchet(known, [played("get/pods", "1")])).toEqual({ unknown: [], mended: ["get/pods objects"] });
});

test("a step that differs by chance may be equal, and scenarios that were not run say nothing", () => {
  expect(checkRatchet(known, [played("get/nodes")])).toEqual({ unknown: [], mended: [] });
  expect(checkRatchet(known, [])).toEqual({ unknown: [], mended: [] });
});
