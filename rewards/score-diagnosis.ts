import type { DiagnosisPair, TruthPair } from "#core/truth.ts";
import { committedPairs } from "./committed-pairs.ts";
import { type Diagnosis, saysNothingIsWrong, type TruthDetails } from "./diagnosis-statement.ts";
import type { Relations } from "./reward.ts";
import { isMechanismOf } from "./same-mechanism.ts";

/**
 * F1 of the claimed pairs against the true ones, with partial credit for near misses.
 *
 * A pair counts 1 when resource and mechanism agree, at most 0.5 otherwise. Each true pair is matched to one claim. In
 * a healthy world a statement that nothing is wrong counts 1, and no statement 0.
 * @returns 0..1
 */
export const scoreDiagnosis = (
  diagnosis: Diagnosis,
  truth: readonly TruthPair[],
  relations: Relations,
  details: TruthDetails = {},
): number => {
  if (truth.length === 0) return saysNothingIsWrong(diagnosis) ? 1 : 0;
  const claimed = committedPairs(diagnosis, truth, relations, details);
  if (claimed.length === 0) return 0;
  const credit = creditsOf(claimed, truth, relations).reduce((sum, one) => sum + one, 0);
  const precision = credit / claimed.length;
  const recall = credit / truth.length;
  return credit === 0 ? 0 : (2 * precision * recall) / (precision + recall);
};

/** Credit of one claim for one true pair, 0..1. */
const pairCredit = (claim: DiagnosisPair, truth: TruthPair, relations: Relations): number => {
  const mechanism = mechanismCredit(claim.faultType, truth, relations);
  const place = placeCredit(claim.resource, truth.resource, relations);
  if (mechanism === 1 && place === 1) return 1;
  return Math.min(NEAR_MISS_MAX, NEAR_MISS_MAX * place * (0.5 + 0.5 * mechanism));
};

const NEAR_MISS_MAX = 0.5;

const mechanismCredit = (faultType: string, truth: TruthPair, relations: Relations): number => {
  if (isMechanismOf(faultType, truth, relations)) return 1;
  const family = relations.families[relations.catalogueTypes[faultType] ?? faultType];
  return family !== undefined && family === relations.families[truth.catalogueType] ? 0.5 : 0;
};

/**
 * Credit for the place: 1 for the resource itself, 0.5 for one edge away, 0 beyond, so that blaming a whole
 * neighbourhood earns nothing.
 */
const placeCredit = (claimed: string, truth: string, { neighbours }: Relations): number => {
  if (claimed === truth) return 1;
  return neighbours[truth]?.includes(claimed) === true ? 0.5 : 0;
};

/** Credits of the claims that are matched to a true pair, the best first; ties are broken by order, so the outcome is stable. */
export const creditsOf = (claimed: readonly DiagnosisPair[], truth: readonly TruthPair[], relations: Relations): readonly number[] => {
  const options = claimed.flatMap((claim, c) => truth.map((pair, t) => ({ c, t, credit: pairCredit(claim, pair, relations) })));
  options.sort((a, b) => b.credit - a.credit || a.c - b.c || a.t - b.t);
  const usedClaims = new Set<number>();
  const usedTruth = new Set<number>();
  const credits: number[] = [];
  for (const { c, t, credit } of options) {
    if (usedClaims.has(c) || usedTruth.has(t)) continue;
    usedClaims.add(c);
    usedTruth.add(t);
    credits.push(credit);
  }
  return credits;
};
