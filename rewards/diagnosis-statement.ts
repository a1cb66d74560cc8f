import type { DiagnosisPair, TruthPair } from "#core/truth.ts";
import { isMechanismOf, type MechanismRelations } from "./same-mechanism.ts";

/** A submitted diagnosis: a list of pairs, where an empty list states that nothing is wrong, or a parsed text. */
export type Diagnosis = readonly DiagnosisPair[] | WordedDiagnosis;

/** Statements that were found in a submitted text. */
export interface WordedDiagnosis {
  /** Claims that the text presents as root causes. */
  readonly claims: readonly WordedClaim[];
  /** Second choices of a ranked list of suspects: mentioned, not claimed. */
  readonly secondary: readonly WordedClaim[];
  /** True if the text claims nothing and states that nothing is wrong. False with no claims: the text states nothing. */
  readonly saysHealthy: boolean;
  /** Symptoms of pods or users that the text states. */
  readonly symptoms: readonly StatedSymptom[];
  /** The text in which concrete details are looked for, lower case. */
  readonly words: string;
}

/** A claim in words: a pair, and other readings of its words. */
export interface WordedClaim extends DiagnosisPair {
  /** Other resources that the words fit as well: a bare name takes the kind of the truth. */
  readonly alsoMeans?: readonly string[];
  /** Components beside which an object without a name of its own is described: "the NetworkPolicy in front of geo". */
  readonly describedBy?: readonly string[];
  /** One of several equal alternatives, to none of which the text commits. */
  readonly isAlternative?: true;
}

/** A symptom that a text states, with the faults that can have it. */
export interface StatedSymptom {
  readonly name: string;
  /** Missing: any fault can. */
  readonly causedBy?: readonly string[];
  /** Share of user requests that must fail for it to be true. */
  readonly minUserShare?: number;
}

/** Placeholder in a submission that names no mechanism or no object. */
export const UNSPECIFIED = "unspecified";

/** Names and values that a fault was made with, by the resource of its truth: what a text may quote. */
export type TruthDetails = Readonly<Record<string, readonly string[]>>;

/** True for a parsed text, false for a list of pairs. */
export const isWorded = (diagnosis: Diagnosis): diagnosis is WordedDiagnosis => !Array.isArray(diagnosis);

/** True if the diagnosis states that nothing is wrong; an empty text does not. */
export const saysNothingIsWrong = (diagnosis: Diagnosis): boolean => (isWorded(diagnosis) ? diagnosis.saysHealthy : diagnosis.length === 0);

/** The claims as pairs, each with the resource that it means in the light of the truth; equal ones count once. */
export const claimedPairs = (
  diagnosis: Diagnosis,
  truth: readonly TruthPair[],
  relations: MechanismRelations,
  details: TruthDetails = {},
): readonly DiagnosisPair[] => {
  const claims: readonly WordedClaim[] = isWorded(diagnosis) ? diagnosis.claims : diagnosis;
  const pairs = claims.map((claim) => resolveClaim(claim, truth, relations, details));
  return [...new Map(pairs.map((pair) => [`${pair.resource} ${pair.faultType}`, pair])).values()];
};

/** Resolves a claim to a pair: among the true resources that it can mean, preferably the one with the claimed mechanism. */
export const resolveClaim = (
  claim: WordedClaim,
  truth: readonly TruthPair[],
  relations: MechanismRelations,
  details: TruthDetails = {},
): DiagnosisPair => {
  const isMeant = (resource: string): boolean => means(claim, resource, details[resource] ?? []);
  const found =
    truth.find((pair) => isMechanismOf(claim.faultType, pair, relations) && [pair.resource, ...(pair.alsoNamed ?? [])].some(isMeant)) ??
    truth.find(({ resource }) => isMeant(resource));
  return { resource: found?.resource ?? claim.resource, faultType: claim.faultType };
};

const means = ({ resource, alsoMeans = [], describedBy = [] }: WordedClaim, wanted: string, details: readonly string[]): boolean => {
  if (resource === wanted || alsoMeans.includes(wanted)) return true;
  if (kindOf(resource) !== kindOf(wanted)) return false;
  return describedBy.some((name) => details.some((detail) => detail === name || detail.endsWith(`/${name}`)));
};

const kindOf = (resource: string): string => resource.slice(0, resource.indexOf("/"));
