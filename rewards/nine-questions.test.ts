import { expect, test } from "vitest";
import { answerNineQuestions, passesNineQuestions } from "./nine-questions.ts";

const relations = { neighbours: {}, catalogueTypes: { "service-selector-mismatch": "selector-mismatch" }, families: {} };
const truth = [{ resource: "service/geo", faultType: "service-selector-mismatch", catalogueType: "selector-mismatch" }];
const other = { resource: "service/rate", faultType: "service-missing", catalogueType: "service-missing" };
const yes = (claims: Parameters<typeof answerNineQuestions>[0], wanted = truth) =>
  Object.values(answerNineQuestions(claims, wanted, relations)).filter(Boolean).length;

test("the whole truth passes, half of a two-pair truth does not", () => {
  expect(yes([{ resource: "service/geo", faultType: "service-selector-mismatch" }])).toBe(9);
  const half = answerNineQuestions([{ resource: "service/geo", faultType: "service-selector-mismatch" }], [...truth, other], relations);
  expect(passesNineQuestions(half)).toBe(false);
});

test("the right place with a wrong mechanism does not pass, nor the right mechanism elsewhere", () => {
  expect(passesNineQuestions(answerNineQuestions([{ resource: "service/geo", faultType: "service-missing" }], truth, relations))).toBe(
    false,
  );
  expect(
    passesNineQuestions(answerNineQuestions([{ resource: "service/rate", faultType: "service-selector-mismatch" }], truth, relations)),
  ).toBe(false);
});

test("nothing claimed of a broken world earns no Yes", () => {
  expect(yes([])).toBe(0);
});

test("a healthy world takes the empty answer and nothing else", () => {
  expect(yes([], [])).toBe(9);
  expect(yes([{ resource: "service/geo", faultType: "service-missing" }], [])).toBe(1);
});
