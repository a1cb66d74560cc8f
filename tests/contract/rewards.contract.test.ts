import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CheckResult, Verdict } from "#core/verdict.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import { createLedger, effectiveWeights } from "#env/loop/ledger.ts";
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
  potential: fc.record({ before: checks, after: checks, discount: fc.constantFrom(1, 0.99) }),
  traffic: fc.record({
    errors: fc.nat(90_000),
    errorsOfDoingNothing: fc.nat(90_000),
    errorsOfNoFault: fc.nat(50),
    requests: fc.constant(90_000),
  }),
  damage: fc.array(fc.record({ object: fc.constant("services shop/x"), weight: fc.constantFrom(0.05, 0.2) }), { maxLength: 9 }),
  steps: fc.nat(60),
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
        expect(score.value).toBeGreaterThanOrEqual(reward.range[0] * (reward.kind === "SHAPING" ? 2 : 1));
        expect(score.value).toBeLessThanOrEqual(reward.range[1] * (reward.kind === "SHAPING" ? 2 : 1));
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

test("the contributions of all steps sum to the return, and the return lies in -1..1", () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 6 }), facts, (steps, last) => {
      const ledger = createLedger(REWARD_PROFILES.shaped, rewards, REWARD_PROFILES.shaped.weights);
      const deltas = steps.map((record) => ledger.book(["step"], record).reward ?? 0);
      const end = ledger.book(["step", "diagnosis", "end", "last"], { ...last, healthy: false }).reward ?? 0;
      const total = ledger.total();
      expect(total.reward).toBeCloseTo(
        [...deltas, end].reduce((sum, delta) => sum + delta, 0),
        9,
      );
      expect(total.components.reduce((sum, { contribution = 0 }) => sum + contribution, 0)).toBeCloseTo(total.reward ?? 0, 9);
    }),
  );
});

test("the weight of what does not apply goes to the other terminal components", () => {
  const weights = effectiveWeights(REWARD_PROFILES.shaped.weights, ["mitigation", "slo"]);
  expect(weights).toMatchObject({ mitigation: 0, slo: 0, diagnosis: 1 });
  for (const skipped of [[], ["slo"], ["mitigation"]]) {
    const sum = TERMINAL_COMPONENTS.reduce(
      (total, name) => total + (effectiveWeights(REWARD_PROFILES.shaped.weights, skipped)[name] ?? 0),
      0,
    );
    expect(sum).toBeCloseTo(1, 12);
  }
});
