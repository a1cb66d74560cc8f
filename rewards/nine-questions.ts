import type { DiagnosisPair, TruthPair } from "#core/truth.ts";
import { committedPairs } from "./committed-pairs.ts";
import {
  claimedPairs,
  type Diagnosis,
  isWorded,
  resolveClaim,
  saysNothingIsWrong,
  type TruthDetails,
  UNSPECIFIED,
  type WordedDiagnosis,
} from "./diagnosis-statement.ts";
import type { Relations } from "./reward.ts";
import { isMechanismOf } from "./same-mechanism.ts";

/** Yes (true) or no to each of the nine questions on a diagnosis, by number. */
export type NineAnswers = Readonly<Record<"d1.1" | "d1.2" | "d1.3" | "d2.1" | "d2.2" | "d2.3" | "d3.1" | "d3.2" | "d3.3", boolean>>;

/**
 * Answers the nine questions: where (d1), what (d2), how much (d3).
 *
 * Negative questions are never Yes for free: without a claim they are No. A list of pairs carries no text, so what asks
 * for evidence beyond the pairs (details, impact) is Yes when all pairs are right.
 * @param details names and values that the faults were made with, for what a text quotes
 */
export const answerNineQuestions = (
  diagnosis: Diagnosis,
  truth: readonly TruthPair[],
  relations: Relations,
  details: TruthDetails = {},
): NineAnswers => {
  if (truth.length === 0)
    return healthyAnswers(saysNothingIsWrong(diagnosis), claimedPairs(diagnosis, truth, relations, details).length > 0);
  const facts = compare(committedPairs(diagnosis, truth, relations, details), truth, relations);
  const answers = answerClaims(facts);
  return isWorded(diagnosis) ? weighWords(answers, { diagnosis, truth, relations, details }) : answers;
};

/** True with seven or more Yes, which equals 0.70 of the weighted dimensions. */
export const passesNineQuestions = (answers: NineAnswers): boolean => Object.values(answers).filter(Boolean).length >= PASS_MIN;

const PASS_MIN = 7;

/**
 * Answers for a healthy world, where any claim is wrong; only the question for missed causes is still Yes then, and
 * without a statement none is.
 */
const healthyAnswers = (isRight: boolean, isClaiming: boolean): NineAnswers => ({
  "d1.1": isRight,
  "d1.2": isRight,
  "d1.3": isRight,
  "d2.1": isRight,
  "d2.2": isRight,
  "d2.3": isRight,
  "d3.1": isRight,
  "d3.2": isRight || isClaiming,
  "d3.3": isRight,
});

interface Comparison {
  readonly isOriginNamed: boolean;
  readonly isSuffererBlamed: boolean;
  readonly isOnlyTrueBlamed: boolean;
  readonly isEveryMechanismStated: boolean;
  readonly isEveryPairClaimed: boolean;
  readonly isMechanismClaimed: boolean;
  readonly isWrongMechanismClaimed: boolean;
  readonly surplusMechanisms: number;
  readonly isEveryPlaceNamed: boolean;
  readonly isNothingElseClaimed: boolean;
}

const compare = (claims: readonly DiagnosisPair[], truth: readonly TruthPair[], relations: Relations): Comparison => {
  const places = new Set(truth.map(({ resource }) => resource));
  const sufferers = new Set([...places].flatMap((resource) => relations.sufferers?.[resource] ?? []));
  const elsewhere = claims.filter(({ resource }) => !places.has(resource));
  const mechanisms = claims.filter(({ faultType }) => faultType !== UNSPECIFIED);
  const isTrue = ({ resource, faultType }: DiagnosisPair, pair: TruthPair) =>
    resource === pair.resource && isMechanismOf(faultType, pair, relations);
  const surplus = mechanisms.filter((claim) => places.has(claim.resource) && !truth.some((pair) => isTrue(claim, pair)));
  return {
    isOriginNamed: claims.length > elsewhere.length,
    isSuffererBlamed: elsewhere.some(({ resource }) => sufferers.has(resource)),
    isOnlyTrueBlamed: claims.length > 0 && elsewhere.length === 0,
    isEveryMechanismStated: truth.every((pair) => mechanisms.some(({ faultType }) => isMechanismOf(faultType, pair, relations))),
    isEveryPairClaimed: truth.every((pair) => claims.some((claim) => isTrue(claim, pair))),
    isMechanismClaimed: mechanisms.length > 0,
    isWrongMechanismClaimed: mechanisms.some(({ faultType }) => !truth.some((pair) => isMechanismOf(faultType, pair, relations))),
    surplusMechanisms: surplus.length,
    isEveryPlaceNamed: truth.every(({ resource }) => claims.some((claim) => claim.resource === resource)),
    isNothingElseClaimed: claims.length === truth.length,
  };
};

const answerClaims = (facts: Comparison): NineAnswers => ({
  "d1.1": facts.isOriginNamed,
  "d1.2": facts.isOriginNamed && !facts.isSuffererBlamed,
  "d1.3": facts.isOnlyTrueBlamed,
  "d2.1": facts.isEveryMechanismStated,
  "d2.2": facts.isEveryMechanismStated,
  "d2.3": facts.isMechanismClaimed && !facts.isWrongMechanismClaimed,
  "d3.1": facts.isOnlyTrueBlamed && facts.surplusMechanisms <= 1,
  "d3.2": facts.isEveryPlaceNamed,
  "d3.3": facts.isEveryPairClaimed && facts.isNothingElseClaimed,
});

interface Weighing {
  readonly diagnosis: WordedDiagnosis;
  readonly truth: readonly TruthPair[];
  readonly relations: Relations;
  readonly details: TruthDetails;
}

/** Applies what only words carry: commitment, concreteness, second choices and impact. */
const weighWords = (answers: NineAnswers, weighing: Weighing): NineAnswers => {
  const isUndecided = hedgesOverMechanisms(weighing);
  const second = secondChoices(weighing);
  return {
    ...answers,
    "d2.1": answers["d2.1"] && !isUndecided,
    "d2.2": answers["d2.1"] && !isUndecided && isConcrete(weighing),
    "d2.3": answers["d2.3"] && !isUndecided && !second.some(({ isElsewhere }) => !isElsewhere),
    "d3.1": answers["d3.1"] && !second.some(({ isElsewhere }) => isElsewhere),
    "d3.3": statesTrueImpact(weighing) ?? answers["d3.3"],
  };
};

/** True if the equal alternatives of a text do not share one mechanism. */
const hedgesOverMechanisms = ({ diagnosis, relations }: Weighing): boolean => {
  const types = diagnosis.claims
    .filter(({ isAlternative }) => isAlternative)
    .map(({ faultType }) => relations.catalogueTypes[faultType] ?? faultType);
  return new Set(types).size > 1;
};

/** Second choices that differ from the claims, each with whether it is on another component. */
const secondChoices = ({ diagnosis, truth, relations, details }: Weighing): readonly { readonly isElsewhere: boolean }[] => {
  const claims = claimedPairs(diagnosis, truth, relations, details);
  return diagnosis.secondary
    .map((claim) => resolveClaim(claim, truth, relations, details))
    .filter((second) => !claims.some(({ resource, faultType }) => resource === second.resource && faultType === second.faultType))
    .map((second) => ({ isElsewhere: !claims.some(({ resource }) => resource === second.resource) }));
};

/** True if a detail of every truth pair is quoted. A mechanism with a single form has no details: naming it is enough. */
const isConcrete = ({ diagnosis, truth, details }: Weighing): boolean =>
  truth.every(({ resource }) => {
    const quotable =
      details[resource]?.map((detail) => detail.toLowerCase()).filter((detail) => !isObject(detail) && !isNameOf(detail, resource)) ?? [];
    return quotable.length === 0 || quotable.some((detail) => quotes(diagnosis.words, detail));
  });

/** True for a detail that only names an object, such as `deployment/geo`: a place, not a mechanism. */
const isObject = (detail: string): boolean => /^[a-z]+\/[a-z0-9.-]+$/.test(detail);

const isNameOf = (detail: string, resource: string): boolean => {
  const name = resource.slice(resource.lastIndexOf("/") + 1);
  return detail.slice(detail.lastIndexOf("/") + 1) === name;
};

const quotes = (words: string, detail: string): boolean => {
  const at = words.indexOf(detail);
  return at >= 0 && !/[a-z0-9]/.test(words[at - 1] ?? " ") && !/[a-z0-9]/.test(words[at + detail.length] ?? " ");
};

/** True if the stated impact on pods or users is right; undefined where the text states none. */
const statesTrueImpact = ({ diagnosis, truth, relations }: Weighing): boolean | undefined => {
  if (diagnosis.symptoms.length === 0) return undefined;
  const share = Math.max(...truth.map(({ resource }) => relations.userShares?.[resource] ?? 1));
  return diagnosis.symptoms.every(
    ({ causedBy, minUserShare = 0 }) =>
      share >= minUserShare && (causedBy === undefined || truth.some(({ faultType }) => causedBy.includes(faultType))),
  );
};
