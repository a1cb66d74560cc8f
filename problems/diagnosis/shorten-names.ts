import type { AppRecord } from "#kube/app/app.ts";
import type { Span } from "./compile-words.ts";

/** A sentence in which each name of several words is one short word, so that no phrase is found in a name and none is kept apart by one. */
export interface ShortenedSentence {
  readonly text: string;
  /** The span with its place in the sentence as it was. */
  readonly restore: <T extends Span>(span: T) => T;
}

/** Shortens the names of an app's components and ConfigMaps that consist of several words. */
export const shortenNames = (sentence: string, { components }: AppRecord): ShortenedSentence => {
  const names = components
    .flatMap(({ name, configMaps }) => [name, ...configMaps.map((configMap) => configMap.name)])
    .filter((name) => name.includes("-"))
    .sort((a, b) => b.length - a.length);
  if (names.length === 0) return { text: sentence, restore: (span) => span };
  let text = "";
  let end = 0;
  const places: Place[] = [];
  for (const { index, 0: name } of sentence.matchAll(new RegExp(`(?<![\\w.-])(?:${names.join("|")})(?![\\w-])`, "g"))) {
    text += sentence.slice(end, index);
    places.push({ short: { from: text.length, to: text.length + SHORT.length }, whole: { from: index, to: index + name.length } });
    text += SHORT;
    end = index + name.length;
  }
  return {
    text: text + sentence.slice(end),
    restore: (span) => ({ ...span, from: restoreIndex(span.from, "from", places), to: restoreIndex(span.to, "to", places) }),
  };
};

/** A word that is in no phrase. */
const SHORT = "zq";

interface Place {
  readonly short: Span;
  readonly whole: Span;
}

const restoreIndex = (index: number, side: "from" | "to", places: readonly Place[]): number => {
  const last = places.findLast(({ short }) => short.from < index || (side === "from" && short.from === index));
  if (last === undefined) return index;
  return index < last.short.to ? last.whole[side] : index - last.short.to + last.whole.to;
};
