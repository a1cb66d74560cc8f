import { expect, test } from "vitest";
import { formatLabelSelector, matchesLabelSelector, requirementsMatch } from "./label-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";

const matches = (text: string, labels: Record<string, string>): boolean | string => {
  const parsed = parseLabelSelector(text);
  return parsed.ok ? requirementsMatch(parsed.value, labels) : parsed.error;
};

test.each([
  ["app=web", { app: "web" }, true],
  ["app==web,tier!=db", { app: "web" }, true],
  ["app in (a, b),!gone", { app: "b" }, true],
  ["app notin (a,b)", { app: "b" }, false],
  ["app notin (a,b)", {}, true],
  ["app", {}, false],
  ["n>3", { n: "4" }, true],
  ["", { app: "x" }, true],
  ["app=", { app: "" }, true],
] as const)("%s on %o is %s", (text, labels, expected) => {
  expect(matches(text, labels)).toBe(expected);
});

test("nonsense is refused in the server's words", () => {
  expect(matches("a b", {})).toBe("unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt");
  expect(matches("app=-x", {})).toContain('values[0][app]: Invalid value: "-x": a valid label must be');
});

test("an empty selector object selects all, a missing one nothing", () => {
  expect(matchesLabelSelector({}, undefined)).toBe(true);
  expect(matchesLabelSelector(undefined, { a: "b" })).toBe(false);
  expect(matchesLabelSelector({ matchExpressions: [{ key: "a", operator: "NotIn", values: ["c"] }] }, { a: "b" })).toBe(true);
});

test("selectors print as the API reads them", () => {
  expect(
    formatLabelSelector({ matchLabels: { b: "2", a: "1" }, matchExpressions: [{ key: "c", operator: "In", values: ["y", "x"] }] }),
  ).toBe("a=1,b=2,c in (x,y)");
});
