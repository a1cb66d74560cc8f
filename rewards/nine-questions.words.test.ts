import { describe, expect, test } from "vitest";
import type { TruthPair } from "#core/truth.ts";
import type { StatedSymptom, WordedClaim, WordedDiagnosis } from "./diagnosis-statement.ts";
import { answerNineQuestions, passesNineQuestions } from "./nine-questions.ts";
import type { Relations } from "./reward.ts";
import { scoreDiagnosis } from "./score-diagnosis.ts";

const relations: Relations = {
  neighbours: {},
  catalogueTypes: {
    "service-selector-mismatch": "selector-mismatch",
    "liveness-probe-wrong-endpoint": "liveness-probe",
    "service-missing": "service-missing",
  },
  families: {},
  sufferers: { "service/geo": ["deployment/search", "service/search"] },
  userShares: { "service/geo": 0.6, "service/frontend": 1 },
};
const selector: TruthPair = { resource: "service/geo", faultType: "service-selector-mismatch", catalogueType: "selector-mismatch" };
const missing: TruthPair = { resource: "service/rate", faultType: "service-missing", catalogueType: "service-missing" };
const right: WordedClaim = { resource: "service/geo", faultType: "service-selector-mismatch" };

const said = (claims: readonly WordedClaim[], more: Partial<WordedDiagnosis> = {}): WordedDiagnosis => ({
  claims,
  secondary: [],
  saysHealthy: false,
  symptoms: [],
  words: "",
  ...more,
});
const answers = (diagnosis: WordedDiagnosis, truth: readonly TruthPair[] = [selector], details = {}) => {
  const nine = answerNineQuestions(diagnosis, truth, relations, details);
  return {
    text: [1, 2, 3].map((d) => [1, 2, 3].map((q) => (nine[`d${d}.${q}` as keyof typeof nine] ? "Y" : "N")).join("")).join(" "),
    passes: passesNineQuestions(nine),
  };
};
const other = (resource: string, faultType: string): WordedClaim => ({ resource, faultType });

describe("consequences", () => {
  test("the whole truth is nine Yes", () => expect(answers(said([right]))).toEqual({ text: "YYY YYY YYY", passes: true }));
  test("H1: alternatives that differ in mechanism commit to none", () => {
    const hedge = said([
      { ...right, isAlternative: true },
      { ...other("deployment/rate", "liveness-probe-wrong-endpoint"), isAlternative: true },
    ]);
    expect(answers(hedge)).toEqual({ text: "YYN NNN NYN", passes: false });
  });
  test("H1: alternatives over components with one mechanism can still state it", () => {
    const hedge = said([
      { ...right, isAlternative: true },
      { ...other("service/rate", "service-selector-mismatch"), isAlternative: true },
    ]);
    expect(answers(hedge).text).toBe("YYN YYY NYN");
  });
  test("H2: a second choice elsewhere costs d3.1, on the same object d2.3", () => {
    expect(answers(said([right], { secondary: [other("service/rate", "service-missing")] })).text).toBe("YYY YYY NYY");
    expect(answers(said([right], { secondary: [other("service/geo", "service-missing")] })).text).toBe("YYY YYN YYY");
    expect(answers(said([other("service/rate", "service-missing")], { secondary: [right] })).passes).toBe(false);
  });
  test("H3: the right place with a wrong or no mechanism, and the right mechanism elsewhere, do not pass", () => {
    expect(answers(said([other("service/geo", "service-missing")], { symptoms: [{ name: "errors" }] }))).toEqual({
      text: "YYY NNN YYY",
      passes: false,
    });
    expect(answers(said([other("service/geo", "unspecified")])).text).toBe("YYY NNN YYN");
    expect(answers(said([other("service/rate", "service-selector-mismatch")]))).toEqual({ text: "NNN YYY NNN", passes: false });
  });
  test("H4: half of a two-pair truth is not explained", () =>
    expect(answers(said([right], { symptoms: [{ name: "errors" }] }), [selector, missing])).toEqual({
      text: "YYY NNY YNY",
      passes: false,
    }));
  test("H5: a wrong extra cause fails, the same mechanism on one more object passes", () => {
    const symptoms = [{ name: "errors" }];
    expect(answers(said([right, other("service/rate", "service-missing")], { symptoms }))).toEqual({ text: "YYN YYN NYY", passes: false });
    expect(answers(said([right, other("service/rate", "service-selector-mismatch")], { symptoms }))).toEqual({
      text: "YYN YYY NYY",
      passes: true,
    });
  });
  test("d1.2: to blame what only suffers mistakes the cascade for the origin", () =>
    expect(answers(said([right, other("deployment/search", "unspecified")])).text.startsWith("YNN")).toBe(true));
  test("H6: what blames nothing earns at most that its symptoms are true", () => {
    expect(answers(said([])).text).toBe("NNN NNN NNN");
    expect(answers(said([], { symptoms: [{ name: "errors" }] })).text).toBe("NNN NNN NNY");
    expect(answers(said([], { saysHealthy: true })).text).toBe("NNN NNN NNN");
  });
  test("H7: of a healthy world only the statement is right; silence is none", () => {
    expect(answers(said([], { saysHealthy: true }), [])).toEqual({ text: "YYY YYY YYY", passes: true });
    expect(answers(said([]), [])).toEqual({ text: "NNN NNN NNN", passes: false });
    expect(answers(said([right]), []).text).toBe("NNN NNN NYN");
    expect([said([], { saysHealthy: true }), said([]), said([right])].map((text) => scoreDiagnosis(text, [], relations))).toEqual([
      1, 0, 0,
    ]);
  });
  test("H9: all workloads are right for all, one is not", () => {
    const all: TruthPair = { resource: "deployment/*", faultType: "x", catalogueType: "x" };
    expect(answers(said([other("deployment/*", "x")]), [all]).passes).toBe(true);
    expect(answers(said([other("deployment/geo", "x")]), [all]).passes).toBe(false);
  });
  test("H10: a false impact costs d3.3 alone", () => {
    const falseImpacts: readonly StatedSymptom[] = [
      { name: "whole-outage", minUserShare: 0.9 },
      { name: "out-of-memory", causedBy: ["memory-limit-too-small"] },
    ];
    for (const symptom of falseImpacts) expect(answers(said([right], { symptoms: [symptom] })).text).toBe("YYY YYY YYN");
  });
});

test("a bare name takes the kind of the truth", () => {
  const bare: WordedClaim = { resource: "deployment/geo", faultType: "unspecified", alsoMeans: ["service/geo"] };
  expect(answers(said([bare])).text.startsWith("YYY")).toBe(true);
});

test("a described policy is the true one when it stands in front of what is described", () => {
  const policy: TruthPair = { resource: "networkpolicy/lockdown", faultType: "network-policy-deny", catalogueType: "policy-deny" };
  const described = (name: string): WordedDiagnosis =>
    said([{ resource: "networkpolicy/unspecified", faultType: "network-policy-deny", describedBy: [name] }], { words: "ingress" });
  const details = { "networkpolicy/lockdown": ["deployment/geo", "lockdown", "geo", "Ingress"] };
  expect(answers(described("geo"), [policy], details)).toEqual({ text: "YYY YYY YYY", passes: true });
  expect(answers(described("rate"), [policy], details).passes).toBe(false);
});

test("details are asked for where a fault has any, and the object's name is none", () => {
  const details = { "service/geo": ["service/geo", "geo", "track", "canary"] };
  expect(answers(said([right], { words: "the geo selector is wrong" }), [selector], details).text).toBe("YYY YNY YYY");
  expect(answers(said([right], { words: "the geo selector has track=canary" }), [selector], details).text).toBe("YYY YYY YYY");
  expect(answers(said([right], { words: "the geo selector" }), [selector], { "service/geo": ["service/geo"] }).text).toBe("YYY YYY YYY");
});
