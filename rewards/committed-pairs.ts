import type { DiagnosisPair, TruthPair } from "#core/truth.ts";
import { claimedPairs, type Diagnosis, type TruthDetails } from "./diagnosis-statement.ts";
import type { Relations } from "./reward.ts";

/**
 * The claimed pairs of a diagnosis that commits itself. Six or more, more than half of the application's components, or
 * all of them, are a spray: whoever names everything has named nothing. As many as are true, or one more, are no spray,
 * unless that is every component.
 */
export const committedPairs = (
  diagnosis: Diagnosis,
  truth: readonly TruthPair[],
  relations: Relations,
  details: TruthDetails = {},
): readonly DiagnosisPair[] => {
  const claims = claimedPairs(diagnosis, truth, relations, details);
  return claims.length >= Math.max(SPRAY_MIN, truth.length + 2) || blamesTheApp(claims, claims.length - truth.length, relations)
    ? []
    : claims;
};

/** Number of claims from which on none is meant. */
const SPRAY_MIN = 6;

const blamesTheApp = (claims: readonly DiagnosisPair[], surplus: number, { componentOf = {} }: Relations): boolean => {
  const all = new Set(Object.values(componentOf)).size;
  const blamed = new Set(claims.map(({ resource }) => componentOf[resource]).filter((name) => name !== undefined)).size;
  return blamed > 1 && ((surplus > 0 && blamed === all) || (surplus > 1 && 2 * blamed > all));
};
