import { expect, test } from "vitest";
import { describeDiagnosis } from "./diagnosis/describe-diagnosis.ts";
import diagnosisReward from "./diagnosis/reward.ts";
import type { EpisodeFacts, Relations, TrafficFacts } from "./reward.ts";
import { scoreDiagnosis } from "./score-diagnosis.ts";
import slo from "./slo/reward.ts";

const relations: Relations = {
  neighbours: { "service/geo": ["deployment/geo"] },
  catalogueTypes: { "service-selector-mismatch": "selector-mismatch", "service-missing": "service-missing" },
  families: { "selector-mismatch": "selector", "service-missing": "service-missing" },
};
const geo = { resource: "service/geo", faultType: "service-selector-mismatch", catalogueType: "selector-mismatch" };
const rate = { resource: "service/rate", faultType: "service-missing", catalogueType: "service-missing" };
const wrong = { resource: "service/user", faultType: "service-missing" };
const near = { resource: "deployment/geo", faultType: "service-selector-mismatch" };
const spray = Array.from({ length: 7 }, (_, i) => ({ resource: `service/s${i}`, faultType: "service-missing" }));

const many = Array.from({ length: 8 }, (_, i) => ({
  resource: `service/m${i}`,
  faultType: "service-missing",
  catalogueType: "service-missing",
}));

test.each([
  { said: [wrong], truth: [geo], score: 0, says: "named 1, found 0 of 1" },
  { said: [geo], truth: [geo], score: 1, says: "named 1, found 1 of 1" },
  { said: [near], truth: [geo], score: 0.25, says: "named 1, found 0 of 1, 1 nearly" },
  { said: [geo, rate, wrong], truth: [geo, rate], score: 0.8, says: "named 3, found 2 of 2" },
  { said: [...spray, geo], truth: [geo], score: 0, says: "named 8, which is so many that none counts: found 0 of 1" },
  { said: many, truth: many, score: 1, says: "named 8, found 8 of 8" },
  { said: [...many, wrong, geo], truth: many, score: 0, says: "named 10, which is so many that none counts: found 0 of 8" },
  { said: [], truth: [geo], score: 0, says: "said that nothing is wrong, found 0 of 1" },
  { said: [], truth: [], score: 1, says: "said that nothing is wrong, and nothing is" },
  { said: [wrong], truth: [], score: 0, says: "named 1, and nothing is wrong" },
])("a diagnosis of value $score is described as one: $says", ({ said, truth, score, says }) => {
  expect(scoreDiagnosis(said, truth, relations)).toBeCloseTo(score, 6);
  expect(describeDiagnosis(said, truth, relations)).toBe(says);
  const facts = { diagnosis: said, truth, relations } as unknown as EpisodeFacts;
  expect(diagnosisReward.score(facts)).toMatchObject({ detail: says });
});

const traffic: TrafficFacts = {
  spanMs: 600_000,
  countedMs: 600_000,
  requests: 10_000,
  errors: 14,
  errorsOfDoingNothing: 14,
  ofSpan: { requests: 10_000, errors: 14 },
  errorsOfFault: 14,
  errorsOfLaterNoise: 0,
  errorRateOfNoFault: 6 / 600_000,
};
const graded = (parts: Partial<TrafficFacts>, isLost = false) =>
  slo.score({
    healthy: false,
    traffic: { ...traffic, ...parts },
    mitigation: isLost ? { kind: "violated", checks: [{ group: "nothing-lost", held: false }] } : { kind: "held", checks: [] },
  } as unknown as EpisodeFacts);

test("a fault that users hardly notice is described by its share of failures, which others may add to", () => {
  expect(graded({})).toEqual({
    kind: "skipped",
    detail: "does not apply: because of the fault 0.08 % of users' requests fail, which is below 0.10 %",
  });
});

test("errors that were saved and are not paid say why", () => {
  const outage = { errors: 100, errorsOfDoingNothing: 4_000, errorsOfFault: 4_000, ofSpan: { requests: 10_000, errors: 4_000 } };
  const said = "100 of 10000 users' requests failed; without the agent 4000 would have";
  expect(graded(outage)).toMatchObject({ kind: "scored", detail: said });
  expect(graded(outage, true)).toEqual({
    kind: "scored",
    value: 0,
    detail: `${said}; nothing is paid for that, since something was lost`,
  });
});
