import { describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { difficultyOf, pointsOf } from "./difficulty-of.ts";
import { harderThanEach, hardestOf } from "./hardest-of.ts";
import { FARTHEST, type IncidentFacts } from "./incident-facts.ts";

const PLAIN: IncidentFacts = { distance: 0, symptomatic: 1, telemetryShare: 0.5, steps: 9, read: 10_000, isUndone: true, writtenShare: 0 };

describe("the difficulty of an incident", () => {
  test("is least where the alarm names the culprit, kubectl shows it, and undoing a roll-out repairs it", () => {
    expect(difficultyOf(PLAIN)).toBe(1);
  });

  test("is greatest where everything is red, only telemetry shows the cause, and nothing obvious helps", () => {
    const worst = { distance: FARTHEST, symptomatic: 9, telemetryShare: 1, steps: 30, read: 90_000, isUndone: false, writtenShare: 0.4 };
    expect(pointsOf(worst)).toEqual({ distance: 3, symptomatic: 2, telemetry: 2, effort: 2, obvious: 1, written: 0 });
    expect(difficultyOf(worst)).toBe(5);
    expect(difficultyOf({ ...worst, symptomatic: 1, steps: 9, writtenShare: 0.5 })).toBe(4);
  });

  test("never falls when one measure grows, seeds 0 to 199", () => {
    for (let seed = 0; seed < 200; seed++) {
      const rng = createRng(`${seed}`);
      const facts: IncidentFacts = {
        distance: rng.int(0, FARTHEST),
        symptomatic: rng.int(0, 10),
        telemetryShare: rng.int(0, 100) / 100,
        steps: rng.int(1, 40),
        read: rng.int(1_000, 100_000),
        isUndone: rng.int(0, 1) === 1,
        writtenShare: rng.int(0, 100) / 100,
      };
      const harder: readonly Partial<IncidentFacts>[] = [
        { distance: Math.min(FARTHEST, facts.distance + 1) },
        { symptomatic: facts.symptomatic + 2 },
        { telemetryShare: Math.min(1, facts.telemetryShare + 0.2) },
        { steps: facts.steps + 5 },
        { read: facts.read + 20_000 },
        { isUndone: false },
        { writtenShare: 0 },
      ];
      for (const change of harder)
        expect(difficultyOf({ ...facts, ...change }), `seed ${seed}, ${JSON.stringify(change)}`).toBeGreaterThanOrEqual(
          difficultyOf(facts),
        );
    }
  });

  test("of two faults at once is one more than that of the harder one, and 5 at most", () => {
    expect(hardestOf([{ difficulty: 2 }, { difficulty: 4 }])).toBe(4);
    expect(harderThanEach([{ difficulty: 2 }, { difficulty: 4 }])).toBe(5);
    expect(harderThanEach([{ difficulty: 5 }, { difficulty: 1 }])).toBe(5);
  });
});
