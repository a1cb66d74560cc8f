import { expect, test } from "vitest";
import { parseLabelSelector } from "./parse-label-selector.ts";
import recorded from "./testdata/label-selectors.json" with { type: "json" };

test.each(recorded)("$selector is read or refused as by a real API server", ({ selector, refusal }) => {
  const parsed = parseLabelSelector(selector);
  expect(parsed.ok ? null : parsed.error).toBe(refusal);
});

test("words that are operators elsewhere are keys and values where these are looked for", () => {
  expect(parseLabelSelector("in in (in, notin)")).toEqual({ ok: true, value: [{ key: "in", operator: "in", values: ["in", "notin"] }] });
});

test("values may be missing between commas, and are kept once", () => {
  expect(parseLabelSelector("a in (b,,b)")).toEqual({ ok: true, value: [{ key: "a", operator: "in", values: ["", "b"] }] });
});
