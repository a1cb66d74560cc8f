import type { CheckResult } from "#core/verdict.ts";
import type { EpisodeFacts } from "./reward.ts";

/**
 * Progress of the repair, Φ, as an advance on its grade: the weighted share of the conditions violated at the start that
 * hold now, less the share of the others that are broken now. What recovers or breaks when nobody acts is left out, so
 * that a step is paid for what was done.
 * @returns −1..1; 0 right after the injection
 */
export const potentialOf = ({ lasting, violatedAtStart, idle }: Pick<EpisodeFacts, "lasting" | "violatedAtStart" | "idle">): number => {
  const isDueToAgent = ({ name }: CheckResult): boolean => idle?.disturbed.includes(name) !== true;
  const counted = lasting.filter(({ name }) => idle?.steady.includes(name) !== false);
  const started = counted.filter(({ name }) => violatedAtStart.includes(name));
  const others = counted.filter(({ name }) => !violatedAtStart.includes(name));
  return (
    weightedShare(started, (check) => check.held && isDueToAgent(check)) -
    weightedShare(others, (check) => !check.held && isDueToAgent(check))
  );
};

const weightedShare = (checks: readonly CheckResult[], counts: (check: CheckResult) => boolean): number => {
  const total = checks.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : checks.reduce((sum, check) => sum + (counts(check) ? check.weight : 0), 0) / total;
};
