import type { StatedSymptom } from "#rewards/diagnosis-statement.ts";
import { compileWords, findSpans, type Span } from "./compile-words.ts";
import { FAULT_MECHANISMS, type Mechanism } from "./mechanisms.ts";
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

/** The vocabulary for a set of faults. A fault that the table lacks is known by its id alone. */
export const vocabularyOf = (faultNames: Readonly<Record<string, string>>): Vocabulary => {
  const kept = vocabularies.get(faultNames) ?? build(Object.keys(faultNames));
  vocabularies.set(faultNames, kept);
  return kept;
};

const vocabularies = new WeakMap<object, Vocabulary>();

const build = (ids: readonly string[]): Vocabulary => {
  const table = [...FAULT_MECHANISMS, ...OTHER_MECHANISMS];
  const unknown = ids.filter((id) => !table.some((row) => row.id === id)).map((id): Mechanism => ({ id, on: "workload", patterns: [] }));
  return {
    mechanisms: [...table, ...unknown].map((row) => ({
      ...row,
      strong: [...row.patterns, row.id].map(compileWords),
      faint: (row.weak ?? []).map(compileWords),
      repaired: (row.fixes ?? []).map(compileWords),
    })),
    symptoms: SYMPTOMS.map(({ patterns, ...stated }) => ({ stated, patterns: patterns.map(compileWords) })),
  };
};

/** Where a sentence names mechanisms: what lies inside a longer naming of another one is part of that. */
export const findMechanisms = (sentence: string, { mechanisms }: Vocabulary): readonly Naming[] => {
  const strong = mechanisms.flatMap((mechanism) => joined(findSpans(mechanism.strong, sentence)).map((span) => ({ ...span, mechanism })));
  const found =
    strong.length > 0
      ? strong
      : mechanisms.flatMap((mechanism) => joined(findSpans(mechanism.faint, sentence)).map((span) => ({ ...span, mechanism })));
  return found.filter((naming, i) => !found.some((other, j) => covers(other, naming) && (!covers(naming, other) || j < i)));
};

/** The symptoms that a sentence states and does not deny. */
export const findSymptoms = (sentence: string, { symptoms }: Vocabulary): readonly StatedSymptom[] =>
  symptoms
    .filter(({ patterns }) => findSpans(patterns, sentence).some(({ from }) => !DENIED.test(sentence.slice(0, from))))
    .map(({ stated }) => stated);

/** Where a sentence speaks of symptoms. */
export const symptomSpans = (sentence: string, { symptoms }: Vocabulary): readonly Span[] =>
  joined(symptoms.flatMap(({ patterns }) => findSpans(patterns, sentence)));

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
