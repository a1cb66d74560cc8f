import type { FaultWords } from "#injectors/fault-words.ts";
import type { StatedSymptom } from "#rewards/diagnosis-statement.ts";
import { compileWords, findSpans, type Span } from "./compile-words.ts";
import type { Mechanism } from "./mechanism.ts";
import { createOntology, type TypedFault } from "./ontology/create-ontology.ts";
import type { UnshippedType } from "./ontology/fault-type.ts";
import { OTHER_MECHANISMS } from "./other-mechanisms.ts";
import { SYMPTOMS } from "./symptoms.ts";

/** The words for mechanisms and symptoms, compiled. */
export interface Vocabulary {
  readonly mechanisms: readonly CompiledMechanism[];
  readonly symptoms: readonly { readonly stated: StatedSymptom; readonly patterns: readonly RegExp[] }[];
}

export interface CompiledMechanism extends Mechanism {
  readonly strong: readonly RegExp[];
  readonly faint: readonly RegExp[];
  readonly repaired: readonly RegExp[];
}

/** A mechanism where a sentence names it. */
export interface Naming extends Span {
  readonly mechanism: CompiledMechanism;
}

/** A fault with its words; the part of an injector that diagnoses are read by. */
export interface WordedFault extends TypedFault {
  readonly words: FaultWords;
}

/** The vocabulary for a set of faults: their words, and those of all types that none of them makes. */
export const createVocabulary = (faults: readonly WordedFault[]): Vocabulary => {
  const { typeOf, unshipped, toldApart } = createOntology(faults);
  const idsOf = (type: string): readonly string[] => Object.keys(typeOf).filter((id) => typeOf[id] === type);
  const own = mechanismsOf(faults).map(([{ id, catalogueType, words, ...fault }, ...others]): Mechanism => {
    if (fault.toldApart === true) return { id, names: [id], ...words, kindOf: catalogueType };
    const ids = idsOf(catalogueType);
    const namesInText = words.isEveryday === true ? ids : [...ids, catalogueType];
    return { id, names: [...ids, catalogueType], namesInText, ...others.reduce((all, other) => withWords(all, other.words), words) };
  });
  return {
    mechanisms: [...own, ...[...toldApart, ...unshipped].map(mechanismOf), ...OTHER_MECHANISMS].map((mechanism) => ({
      ...mechanism,
      strong: [...mechanism.patterns, ...(mechanism.namesInText ?? mechanism.names).map(asWord)].map(compileWords),
      faint: (mechanism.weak ?? []).map(compileWords),
      repaired: (mechanism.fixes ?? []).map(compileWords),
    })),
    symptoms: SYMPTOMS.map(({ patterns, isTelling, ...stated }) => ({
      stated: isTelling === true ? { ...stated, causedBy: faultsThatCause(stated.name, faults) } : stated,
      patterns: patterns.map(compileWords),
    })),
  };
};

/** The mechanism that goes by an id or a type; of faults that are one, the first has given it its id. */
export const mechanismNamed = (name: string, { mechanisms }: Vocabulary): CompiledMechanism | undefined =>
  mechanisms.find(({ id, names }) => id === name || names.includes(name));

type Alike = readonly [WordedFault, ...WordedFault[]];

/** Faults by mechanism: those of one type are one, unless they are told apart. */
const mechanismsOf = (faults: readonly WordedFault[]): readonly Alike[] => {
  const groups = new Map<string, Alike>();
  for (const fault of faults) {
    const key = fault.toldApart === true ? `fault ${fault.id}` : `type ${fault.catalogueType}`;
    groups.set(key, [...(groups.get(key) ?? []), fault] as unknown as Alike);
  }
  return [...groups.values()];
};

/** The words of two faults that are one mechanism. */
const withWords = (words: FaultWords, more: FaultWords): FaultWords => ({
  ...words,
  patterns: [...words.patterns, ...more.patterns],
  weak: [...(words.weak ?? []), ...(more.weak ?? [])],
  fixes: [...(words.fixes ?? []), ...(more.fixes ?? [])],
});

const mechanismOf = ({ type, ids, on, patterns = [], isEveryday }: UnshippedType): Mechanism => ({
  id: ids[0] as string,
  names: [...ids, type],
  namesInText: isEveryday === true || !type.includes("-") ? ids : [...ids, type],
  on,
  patterns,
});

const asWord = (name: string): string => `${name}(?![\\w-])`;

const faultsThatCause = (symptom: string, faults: readonly WordedFault[]): readonly string[] =>
  faults.filter(({ words: { canCause = [] } }) => canCause.some((name) => name === symptom)).map(({ id }) => id);

/** Spans in which a sentence names mechanisms; one inside a longer naming of another mechanism belongs to that. */
export const findMechanisms = (sentence: string, { mechanisms }: Vocabulary): readonly Naming[] => {
  const strong = mechanisms.flatMap((mechanism) => joined(findSpans(mechanism.strong, sentence)).map((span) => ({ ...span, mechanism })));
  const found =
    strong.length > 0
      ? strong
      : mechanisms.flatMap((mechanism) => joined(findSpans(mechanism.faint, sentence)).map((span) => ({ ...span, mechanism })));
  const belongsTo = (inner: Naming, outer: Naming): boolean =>
    covers(outer, inner) && inner.mechanism.kindOf !== outer.mechanism.id && !ALTERNATIVE.test(sentence.slice(outer.from, inner.from));
  const kept = found.filter((naming, i) => !found.some((other, j) => belongsTo(naming, other) && (!belongsTo(other, naming) || j < i)));
  return kept.filter(({ mechanism: { id } }) => !kept.some(({ mechanism }) => mechanism.kindOf === id));
};

/** The symptoms that a sentence states and does not deny. */
export const findSymptoms = (sentence: string, { symptoms }: Vocabulary): readonly StatedSymptom[] =>
  symptoms
    .filter(({ patterns }) => findSpans(patterns, sentence).some(({ from }) => !DENIED.test(sentence.slice(0, from))))
    .map(({ stated }) => stated);

/** Spans in which a sentence names symptoms. */
export const symptomSpans = (sentence: string, { symptoms }: Vocabulary): readonly Span[] =>
  joined(symptoms.flatMap(({ patterns }) => findSpans(patterns, sentence)));

/** Makes what follows a thing of its own: "liveness or readiness probe", "wrong image, wrong command"; the names of a quota, a LimitRange, a webhook, a claim, an autoscaler and a Secret do not. */
const ALTERNATIVE =
  /\bor\b|(?<!\b(?:quota|secret|pvc|hpa)|(?:webhookconfiguration|persistentvolumeclaim|limitrange)s?)\/|,|\band (?:the |its |an? )?$/;

const DENIED = /\b(?:no|not|without|never|any|n't) (?:\w+ )?$/;

const covers = (outer: Span & { readonly mechanism: unknown }, inner: Span & { readonly mechanism: unknown }): boolean =>
  outer.mechanism !== inner.mechanism && outer.from <= inner.from && inner.to <= outer.to;

/** Overlapping spans as one. */
const joined = (spans: readonly Span[]): readonly Span[] => {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last !== undefined && span.from <= last.to) result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else result.push(span);
  }
  return result;
};
