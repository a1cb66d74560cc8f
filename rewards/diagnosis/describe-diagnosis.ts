import type { TruthPair } from "#core/truth.ts";
import { committedPairs } from "../committed-pairs.ts";
import { claimedPairs, type Diagnosis, saysNothingIsWrong, type TruthDetails } from "../diagnosis-statement.ts";
import type { Relations } from "../reward.ts";
import { creditsOf } from "../score-diagnosis.ts";

/** Says how many root causes a diagnosis names, and how many of the true ones it finds, as they are scored. */
export const describeDiagnosis = (
  diagnosis: Diagnosis,
  truth: readonly TruthPair[],
  relations: Relations,
  details: TruthDetails = {},
): string => {
  const found = (right: number): string => `found ${right} of ${truth.length}`;
  if (saysNothingIsWrong(diagnosis)) return `said that nothing is wrong, ${truth.length === 0 ? "and nothing is" : found(0)}`;
  const claims = claimedPairs(diagnosis, truth, relations, details).length;
  const named = `named ${claims || "none"}`;
  if (truth.length === 0) return claims === 0 ? `${named}, and did not say that nothing is wrong` : `${named}, and nothing is wrong`;
  if (claims === 0) return `${named}, and did not say that nothing is wrong: ${found(0)}`;
  const committed = committedPairs(diagnosis, truth, relations, details);
  if (committed.length === 0) return `${named}, which is so many that none counts: ${found(0)}`;
  const credits = creditsOf(committed, truth, relations);
  const [right, near] = [credits.filter((credit) => credit === 1).length, credits.filter((credit) => credit > 0 && credit < 1).length];
  return `${named}, ${found(right)}${near === 0 ? "" : `, ${near} nearly`}`;
};
