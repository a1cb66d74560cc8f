import { expect, test } from "vitest";
import { labelSelectorOf } from "./label-selector-of.ts";

test("equal labels are a map and the rest are expressions", () => {
  expect(labelSelectorOf("app=web,tier in (b,a),!old,new")).toEqual({
    matchLabels: { app: "web" },
    matchExpressions: [
      { key: "tier", operator: "In", values: ["a", "b"] },
      { key: "old", operator: "DoesNotExist" },
      { key: "new", operator: "Exists" },
    ],
  });
});

test.each([
  ["a in (b", "couldn't parse the selector string \"a in (b\": unable to parse requirement: found '', expected: ',' or ')'"],
  ["a!=b", '"!=" is not a valid label selector operator'],
  ["a>1", '"gt" isn\'t supported in label selectors'],
])("%j is refused", (text, message) => {
  expect(() => labelSelectorOf(text)).toThrow(message);
});
