import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CheckResult, Verdict } from "#core/verdict.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import { createLedger } from "#env/loop/ledger.ts";
import { effectiveWeights, weightsWhenHealthy } from "#rewards/effective-weights.ts";
import { REWARD_PROFILES, TERMINAL_COMPONENTS } from "#rewards/profiles.ts";
import type { EpisodeFacts, Reward } from "#rewards/reward.ts";

const rewards = await loadPlugins<Reward>({ folder: "rewards", file: "reward", idOf: ({ name }) => name });

const check: fc.Arbitrary<CheckResult> = fc.record({
  name: fc.constantFrom("a", "b", "c", "d"),
  group: fc.constantFrom("defect-gone", "service-restored", "nothing-lost"),
  weight: fc.constantFrom(0.5, 1, 2),
  held: fc.boolean(),
  evidence: fc.constant("seen"),
});

const checks = fc.uniqueArray(check, { selector: ({ name }) => name, minLength: 1, maxLength: 4 });

const verdict: fc.Arbitrary<Verdict> = checks.map((all) => ({ kind: all.every(({ held }) => held) ? "held" : "violated", checks: all }));

const facts: fc.Arbitrary<EpisodeFacts> = fc.record({
  healthy: fc.boolean(),
  mitigation: verdict,
  violatedAtStart: fc.subarray(["a", "b", "c", "d"]),
  truth: fc.constant([{ resource: "service/geo", faultType: "service-missing", catalogueType: "service-missing" }]),
  diagnosis: fc.constantFrom([], [{ resource: "service/geo", faultType: "service-missing" }]),
  relations: fc.constant({ neighbours: {}, catalogueTypes: {}, families: {} }),
  lasting: checks,
  traffic: fc.record({
    spanMs: fc.constant(900_000),
    countedMs: fc.constantFrom(900_000, 1_500_000),
    requests: fc.constant(150_000),
    errors: fc.nat(150_000),
    errorsOfDoingNothing: fc.nat(150_000),
    ofSpan: fc.record({ requests: fc.constant(90_000), errors: fc.nat(90_000) }),
    errorsOfFault: fc.nat(90_000),
    errorsOfLaterNoise: fc.nat(1_000),
    errorRateOfNoFault: fc.constantFrom(0, 0.0001),
  }),
  damage: fc.array(fc.record({ object: fc.constant("services shop/x"), weight: fc.constantFrom(0.05, 0.2) }), { maxLength: 9 }),
  actions: fc.nat(60),
  maxSteps: fc.constant(50),
  virtualMs: fc.nat(4_000_000),
  maxVirtualMs: fc.constant(3_600_000),
  malformed: fc.record({ now: fc.nat(3), before: fc.nat(8) }),
  earned: fc.constantFrom(0, 0.4, 1),
});

describe.each(rewards.map((reward) => [reward.name, reward] as const))("%s", (_name, reward) => {
  test("it stays in its declared range and says the same when asked twice", () => {
    fc.assert(
      fc.property(facts, (record) => {
        const score = reward.score(record);
        expect(reward.score(record)).toEqual(score);
        if (score.kind !== "scored") return;
        expect(score.value).toBeGreaterThanOrEqual(reward.range[0]);
        expect(score.value).toBeLessThanOrEqual(reward.range[1]);
      }),
    );
  });
});

test("mitigation grows with what holds, and is 0 when anything was lost", () => {
  const mitigation = rewards.find(({ name }) => name === "mitigation") as Reward;
  const at = (held: readonly boolean[], lost = false) =>
    mitigation.score({
      ...(fc.sample(facts, { numRuns: 1, seed: 1 })[0] as EpisodeFacts),
      healthy: false,
      violatedAtStart: ["a", "b"],
      mitigation: {
        kind: held.every(Boolean) && !lost ? "held" : "violated",
        checks: [
          ...held.map((is, i) => ({ name: "ab"[i] as string, group: "defect-gone" as const, weight: 1, held: is, evidence: "" })),
          { name: "kept", group: "nothing-lost" as const, weight: 1, held: !lost, evidence: "" },
        ],
      },
    });
  expect(at([false, false])).toMatchObject({ value: 0 });
  expect(at([true, false])).toMatchObject({ value: 0.15 });
  expect(at([true, true])).toMatchObject({ value: 1 });
  expect(at([true, true], true)).toMatchObject({ value: 0 });
});

test("a verdict that could not be given leaves the reward unset and never makes it smaller", () => {
  const ledger = createLedger(REWARD_PROFILES.shaped, rewards, REWARD_PROFILES.shaped.weights);
  const [record] = fc.sample(facts, { numRuns: 1, seed: 3 });
  const report = ledger.book(["step", "diagnosis", "end", "last"], {
    ...(record as EpisodeFacts),
    healthy: false,
    mitigation: { kind: "failed", reason: "the world is gone" },
  });
  expect(report.reward).toBeUndefined();
  expect(ledger.total().returnSoFar).toBeUndefined();
});

test.each(Object.values(REWARD_PROFILES))("$name: the contributions of all steps sum to the return, which lies in -1..1", (profile) => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 6 }), facts, fc.boolean(), fc.nat(5), (steps, last, healthy, forkedAt) => {
      let ledger = createLedger(profile, rewards, profile.weights);
      const deltas = steps.map((record, i) => {
        if (i === forkedAt) ledger = ledger.fork();
        return ledger.book(["step"], { ...record, healthy }).reward ?? 0;
      });
      // Malformed actions of former steps are known in a record of an episode.
      const end = ledger.book(["diagnosis", "end", "last"], { ...last, healthy }, healthy ? [] : ["slo"]);
      const total = ledger.total();
      expect(total.reward).toBeCloseTo(
        [...deltas, end.reward ?? 0].reduce((sum, delta) => sum + delta, 0),
        9,
      );
      for (const report of [total, end]) {
        const { components, reward = 0 } = report;
        expect(components.reduce((sum, { contribution = 0 }) => sum + contribution, 0)).toBeCloseTo(reward, 9);
        for (const { value = 0, weight, contribution = 0 } of components) expect(contribution).toBeCloseTo(value * weight, 9);
      }
      const format = total.components.find(({ name }) => name === "format")?.contribution ?? 0;
      expect(Math.abs((total.reward ?? 0) - format)).toBeLessThanOrEqual(1);
    }),
  );
});

test("what was paid in advance is settled against the grade, whatever the instalments were", () => {
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 6 }), facts, (steps, last) => {
      const [paid, unpaid] = [0, 1].map(() => createLedger(REWARD_PROFILES.shaped, rewards, REWARD_PROFILES.shaped.weights));
      for (const record of steps) paid?.book(["step"], { ...record, healthy: false, malformed: { now: 0, before: 0 } });
      const end = { ...last, healthy: false };
      paid?.book(["step", "diagnosis", "end", "last"], end);
      unpaid?.book(["step", "diagnosis", "end", "last"], end);
      expect(paid?.total().reward).toBeCloseTo(unpaid?.total().reward ?? Number.NaN, 9);
      const gradeOf = (ledger = paid) => ledger?.total().components.find(({ name }) => name === "mitigation")?.value;
      expect(gradeOf(paid)).toBe(gradeOf(unpaid));
    }),
  );
});

test("the weight of what does not apply goes to the other terminal components", () => {
  expect(weightsWhenHealthy(REWARD_PROFILES.shaped.weights)).toMatchObject({ diagnosis: 1, slo: 0.15 });
  for (const skipped of [[], ["slo"], ["mitigation"]]) {
    const sum = TERMINAL_COMPONENTS.reduce(
      (total, name) => total + (effectiveWeights(REWARD_PROFILES.shaped.weights, skipped)[name] ?? 0),
      0,
    );
    expect(sum).toBeCloseTo(1, 12);
  }
});
