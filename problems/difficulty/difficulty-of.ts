import type { IncidentFacts } from "./incident-facts.ts";

/** Difficulty of a task, 1 (easy) to 5. */
export type Difficulty = 1 | 2 | 3 | 4 | 5;

/** Points of an incident by each measure, which add up to its score. */
export const pointsOf = ({ distance, symptomatic, telemetryShare, steps, read, isUndone, writtenShare }: IncidentFacts) => ({
  /** The alarm is elsewhere: a point a call. */
  distance: Math.min(distance, 3),
  /** Much is red at once. */
  symptomatic: countAbove(symptomatic, [2, 5]),
  /** `kubectl` does not show it. */
  telemetry: telemetryShare >= 0.99 ? 2 : telemetryShare >= 0.6 ? 1 : 0,
  /** There is much to look at, and much to read. */
  effort: Math.min(2, countAbove(steps, [14, 20]) + countAbove(read, [60_000])),
  /** No attempt repairs it that knows nothing of the cause. */
  obvious: isUndone ? 0 : 1,
  /** Specifications alone give it away. */
  written: writtenShare >= 0.5 ? -3 : 0,
});

/** Judges an incident by the sum of its points: each of the five levels begins where the former one ends. */
export const difficultyOf = (facts: IncidentFacts): Difficulty => (1 + countAbove(scoreOf(facts), LEVELS)) as Difficulty;

/** Sum of an incident's points, 0 to 10. */
export const scoreOf = (facts: IncidentFacts): number =>
  Math.max(
    0,
    Object.values(pointsOf(facts)).reduce((sum, points) => sum + points, 0),
  );

/** Greatest scores of the levels 1 to 4. */
const LEVELS = [0, 1, 3, 5];

/** Number of the bounds that a value exceeds. */
const countAbove = (value: number, bounds: readonly number[]): number => bounds.filter((bound) => value > bound).length;
