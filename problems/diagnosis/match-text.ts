import type { AppRecord } from "#kube/app/app.ts";
import { type StatedSymptom, UNSPECIFIED, type WordedClaim, type WordedDiagnosis } from "#rewards/diagnosis-statement.ts";
import { announcedCauses } from "./announced-causes.ts";
import { findMentions, type Mention } from "./find-mentions.ts";
import { normaliseText } from "./normalise-text.ts";
import { ALL_WELL, BLAME, EQUAL_HEDGE, FIRST_CHOICE, HISTORY, ONLY_IN_PART, REPAIR, RETRACTION, TO_THE_GRADER } from "./phrases.ts";
import { repairedIn, suspectsIn } from "./read-repair.ts";
import { type Antecedent, readSentence, type Suspicion } from "./read-sentence.ts";
import { type SectionSentence, splitSections } from "./split-sections.ts";
import { findSymptoms, type Vocabulary } from "./vocabulary.ts";
import { type PlacedSuspicion, weighReport } from "./weigh-report.ts";

/**
 * Parses a diagnosis in free text into claims, by rules and without a model.  Sentence by sentence: what is addressed to the grader,
 * history and repairs are left out; what is denied, excluded or merely suffers is no claim; a bare symptom is one only where nothing better
 * is said. How many suspects are too many is told where they are compared with the truth, of a text as of a list.
 */
export const matchDiagnosisText = (text: string, app: AppRecord, vocabulary: Vocabulary): WordedDiagnosis => {
  const plain = normaliseText(text, app);
  const sentences = splitSections(plain).filter((sentence) => !TO_THE_GRADER.test(sentence.text));
  const read = readAll(sentences, app, vocabulary);
  const suspicions = withoutKinds(weighHealth(withRepairs(read, app, vocabulary), read.health), vocabulary);
  const first = suspicions.filter(({ isSecond }) => !isSecond);
  const meant = first.length > 0 ? first : suspicions;
  const report = { sentences: sentences.length, causes: announcedCauses(plain), repaired: repairedIn(read.repairs, { app, vocabulary }) };
  const chosen = weighReport(meant, report);
  const claims = spared(toClaims(committed(chosen)));
  const secondary = first.length > 0 ? toClaims(committed(suspicions.filter(({ isSecond }) => isSecond))) : [];
  return {
    claims,
    secondary: claims.length === 0 ? [] : secondary,
    saysHealthy: claims.length === 0 && read.health !== undefined,
    symptoms: read.symptoms,
    words: text.toLowerCase(),
  };
};

interface Reading {
  readonly suspicions: readonly PlacedSuspicion[];
  readonly repairs: readonly string[];
  /** Strength of a statement that nothing is wrong; missing: there is none. */
  readonly health?: "clear" | "weak";
  readonly symptoms: readonly StatedSymptom[];
}

const readAll = (sentences: readonly SectionSentence[], app: AppRecord, vocabulary: Vocabulary): Reading => {
  let suspicions: PlacedSuspicion[] = [];
  let health: Reading["health"];
  let antecedent: Antecedent = [];
  const repairs: string[] = [];
  const symptoms = new Map<string, StatedSymptom>();
  let hasFirstChoice = false;
  let topic: Mention | undefined;
  for (const [number, { text: sentence, role }] of sentences.entries()) {
    if (RETRACTION.test(sentence)) suspicions = [];
    if (role === "repair" || (REPAIR.test(sentence) && !BLAME.test(sentence) && !REASON.test(sentence))) {
      repairs.push(sentence);
      continue;
    }
    hasFirstChoice ||= FIRST_CHOICE.test(sentence);
    topic ??= findMentions(sentence, app).find(({ component, isLoose, isAddress }) => component !== undefined && !isLoose && !isAddress);
    const read = readSentence(sentence, { app, vocabulary, antecedent, topic, hasFirstChoice });
    if (role !== "aside")
      suspicions.push(...asAlternatives(read.suspicions, sentence).map((suspicion) => ({ ...suspicion, sentence: number, role })));
    antecedent = read.antecedent.length > 0 ? read.antecedent : antecedent;
    health = healthOf(sentence, health, app);
    for (const symptom of HISTORY.test(sentence) ? [] : findSymptoms(sentence, vocabulary)) symptoms.set(symptom.name, symptom);
  }
  return { suspicions, repairs, symptoms: [...symptoms.values()], ...(health && { health }) };
};

/** Words that introduce the reason for a repair, and so the defect. */
const REASON = /\b(?:because|since|due to)\b/;

/** Several suspects in one sentence of hedging: the text commits to none. */
const asAlternatives = (suspicions: readonly Suspicion[], sentence: string): readonly Suspicion[] =>
  suspicions.length > 1 && EQUAL_HEDGE.test(sentence) && !FIRST_CHOICE.test(sentence)
    ? suspicions.map((suspicion) => ({ ...suspicion, isAlternative: true }))
    : suspicions.map((suspicion) =>
        /\b(?:could|might|may)(?: \w+)? be\b/.test(sentence) ? { ...suspicion, isAlternative: true } : suspicion,
      );

const healthOf = (sentence: string, before: Reading["health"], { name }: AppRecord): Reading["health"] => {
  const found = ALL_WELL.exec(sentence);
  if (found === null || HISTORY.test(sentence)) return before;
  const rest = sentence.slice(found.index + found[0].length);
  if (/^ (?:there|of its own|itself)\b/.test(rest)) return before;
  const whole = /^ (?:in|on|with) (?:the |this |our )?(?<place>.*)/.exec(rest)?.groups?.["place"] ?? "";
  const isWhole =
    !/\b(?:except|but|apart|other than|besides)\b/.test(rest) &&
    [...WHOLE, name.split("-")[0] as string].some((word) => whole.startsWith(word));
  if (ONLY_IN_PART.test(rest) && !isWhole) return before;
  if (/\b(?:not|isn't|think|else|hardly) (?:everything |all )?$/.test(sentence.slice(0, found.index))) return before;
  return before === "clear" || /^(?:there|no|nothing|false|healthy|did|could|can|do)/.test(found[0]) ? "clear" : "weak";
};

/** Words for the whole application, besides its name. */
const WHOLE = [
  "cluster",
  "system",
  "application",
  "app",
  "namespace",
  "environment",
  "any ",
  "all ",
  "pods",
  "services",
  "nodes",
  "workloads",
];

/** Adds suspicions from repairs, where the rest of the text names no mechanism. */
const withRepairs = ({ suspicions, repairs }: Reading, app: AppRecord, vocabulary: Vocabulary): readonly PlacedSuspicion[] => {
  if (suspicions.some(({ claim }) => claim.faultType !== UNSPECIFIED)) return suspicions;
  return [
    ...suspicions,
    ...repairs
      .flatMap((sentence) => suspectsIn(sentence, suspicions, { app, vocabulary }))
      .map((suspicion) => ({ ...suspicion, sentence: -1, role: "repair" as const })),
  ];
};

/** Drops remarks from a reading that says nothing is wrong, unless they are called a fault. */
const weighHealth = (suspicions: readonly PlacedSuspicion[], health: Reading["health"]): readonly PlacedSuspicion[] => {
  if (health === undefined) return suspicions;
  return suspicions.filter(({ isBlamed, claim }) => isBlamed || (health === "weak" && claim.faultType !== UNSPECIFIED));
};

/** Drops a mechanism of which a more exact one is named: "a feature flag is on: adFailure". */
const withoutKinds = (suspicions: readonly PlacedSuspicion[], { mechanisms }: Vocabulary): readonly PlacedSuspicion[] => {
  const named = new Set(suspicions.map(({ claim }) => claim.faultType));
  const kinds = new Set(mechanisms.flatMap(({ id, kindOf }) => (kindOf !== undefined && named.has(id) ? [kindOf] : [])));
  return suspicions.filter(({ claim }) => !kinds.has(claim.faultType));
};

/** Suspicions that count: symptoms only without mechanisms, and one claim per component with a mechanism. */
const committed = (suspicions: readonly Suspicion[]): readonly Suspicion[] => {
  const specified = suspicions.filter(({ claim }) => claim.faultType !== UNSPECIFIED);
  if (specified.length === 0) return suspicions;
  const named = new Set(specified.map(({ component }) => component));
  return suspicions.filter(
    ({ claim, component, isBlamed, isAlternative }) =>
      claim.faultType !== UNSPECIFIED || ((isBlamed || isAlternative) && component !== undefined && !named.has(component)),
  );
};

const toClaims = (suspicions: readonly Suspicion[]): readonly WordedClaim[] => {
  const claims = new Map<string, WordedClaim>();
  for (const { claim, isAlternative } of suspicions) {
    const key = `${claim.resource} ${claim.faultType} ${claim.describedBy ?? ""}`;
    if (!claims.has(key)) claims.set(key, isAlternative ? { ...claim, isAlternative: true } : claim);
  }
  const found = [...claims.values()];
  // A mechanism without a place says nothing that the same mechanism with one does not.
  return found.filter(
    ({ resource, faultType }) =>
      resource !== UNSPECIFIED || !found.some((other) => other.resource !== UNSPECIFIED && other.faultType === faultType),
  );
};

/** Many mechanisms and no place claim nothing. */
const spared = (claims: readonly WordedClaim[]): readonly WordedClaim[] =>
  claims.filter(({ resource }) => resource === UNSPECIFIED).length >= PLACELESS_MAX ? [] : claims;

const PLACELESS_MAX = 3;
