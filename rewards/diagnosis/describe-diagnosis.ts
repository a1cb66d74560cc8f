import type { TruthPair } from "#core/truth.ts";
import { committedPairs } from "../committed-pairs.ts";
import { claimedPairs, type Diagnosis, saysNothingIsWrong, type TruthDetails } from "../diagnosis-statement.ts";
import type { Relations } from "../reward.ts";
import { creditsOf } from "../score-diagnosis.ts";

/** Says in a sentence how many of the root causes that a diagnosis names are right, as they are scored. */
export const describeDiagnosis = (
  diagnosis: Diagnosis,
  truth: readonly TruthPair[],
  relations: Relations,
  details: TruthDetails = {},
): string => {
  const named = claimedPairs(diagnosis, truth, relations, details).length;
  const there = `there ${truth.length === 1 ? "is" : "are"} ${truth.length || "none"}`;
  if (saysNothingIsWrong(diagnosis)) return `says that nothing is wrong; ${truth.length === 0 ? "nothing is" : `of root causes ${there}`}`;
  if (named === 0) return `names no root cause, nor that nothing is wrong; ${there}`;
  if (truth.length === 0) return `names ${count(named)}; ${there}`;
  const committed = committedPairs(diagnosis, truth, relations, details);
  if (committed.length === 0) return `names ${count(named)}, which is so many that none counts; ${there}`;
  const credits = creditsOf(committed, truth, relations);
  const [right, near] = [credits.filter((credit) => credit === 1).length, credits.filter((credit) => credit > 0 && credit < 1).length];
  return `names ${count(named)}, of which ${right || "none"} ${right > 1 ? "are" : "is"} right${near === 0 ? "" : ` and ${near} nearly`}; ${there}`;
};

const count = (causes: number): string => `${causes} root cause${causes === 1 ? "" : "s"}`;
