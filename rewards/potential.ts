import type { CheckResult } from "#core/verdict.ts";

/**
 * Progress of the repair, Φ: the weighted share of the conditions violated at the start that hold now, less the share
 * of the others that are broken now.
 * @returns −1..1; 0 right after the injection
 */
export const potentialOf = (checks: readonly CheckResult[], violatedAtStart: readonly string[]): number => {
  const started = checks.filter(({ name }) => violatedAtStart.includes(name));
  const others = checks.filter(({ name }) => !violatedAtStart.includes(name));
  return weightedShare(started, ({ held }) => held) - weightedShare(others, ({ held }) => !held);
};

const weightedShare = (checks: readonly CheckResult[], counts: (check: CheckResult) => boolean): number => {
  const total = checks.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : checks.reduce((sum, check) => sum + (counts(check) ? check.weight : 0), 0) / total;
};
