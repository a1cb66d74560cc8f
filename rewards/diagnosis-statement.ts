import type { DiagnosisPair, TruthPair } from "#core/truth.ts";

/** What an agent submitted: a list of pairs, of which the empty one says that nothing is wrong, or words. */
export type Diagnosis = readonly DiagnosisPair[] | WordedDiagnosis;

/** What a text says. */
export interface WordedDiagnosis {
  /** What it presents as root causes. */
  readonly claims: readonly WordedClaim[];
  /** The second choices of a ranked hedge: not claimed, but said. */
  readonly secondary: readonly WordedClaim[];
  /** True: it claims nothing and says that nothing is wrong. Without either, the text is no statement at all. */
  readonly saysHealthy: boolean;
  /** What it says that pods or users suffer. */
  readonly symptoms: readonly StatedSymptom[];
  /** The words in which concrete details are looked for, lower case. */
  readonly words: string;
}

/** A claim in words: a pair, and what else its words may mean. */
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

/** What a submission that blames no mechanism or no object has in its place. */
export const UNSPECIFIED = "unspecified";

/** Names and values that a fault was made with, by the resource of its truth: what a text may quote. */
export type TruthDetails = Readonly<Record<string, readonly string[]>>;

/** True where it is words; a list says no more than its pairs. */
export const isWorded = (diagnosis: Diagnosis): diagnosis is WordedDiagnosis => !Array.isArray(diagnosis);

/** True when it states that nothing is wrong; silence does not. */
export const saysNothingIsWrong = (diagnosis: Diagnosis): boolean => (isWorded(diagnosis) ? diagnosis.saysHealthy : diagnosis.length === 0);

/** The claims as pairs, each with the resource that its words mean in the light of the truth; equal ones count once. */
export const claimedPairs = (diagnosis: Diagnosis, truth: readonly TruthPair[], details: TruthDetails = {}): readonly DiagnosisPair[] => {
  if (!isWorded(diagnosis)) return diagnosis;
  const pairs = diagnosis.claims.map((claim) => resolveClaim(claim, truth, details));
  return [...new Map(pairs.map((pair) => [`${pair.resource} ${pair.faultType}`, pair])).values()];
};

/** The pair that a claim in words means: of the resources that fit, a true one, first one with the claimed mechanism. */
export const resolveClaim = (claim: WordedClaim, truth: readonly TruthPair[], details: TruthDetails = {}): DiagnosisPair => {
  const fitting = truth.filter(({ resource }) => means(claim, resource, details[resource] ?? []));
  const found = fitting.find(({ faultType }) => faultType === claim.faultType) ?? fitting[0];
  return { resource: found?.resource ?? claim.resource, faultType: claim.faultType };
};

const means = ({ resource, alsoMeans = [], describedBy = [] }: WordedClaim, wanted: string, details: readonly string[]): boolean => {
  if (resource === wanted || alsoMeans.includes(wanted)) return true;
  if (kindOf(resource) !== kindOf(wanted)) return false;
  return describedBy.some((name) => details.some((detail) => detail === name || detail.endsWith(`/${name}`)));
};

const kindOf = (resource: string): string => resource.slice(0, resource.indexOf("/"));
