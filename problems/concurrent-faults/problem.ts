import { rendezvous } from "#core/rendezvous.ts";
import { createRng } from "#core/rng.ts";
import type { Split } from "../dataset/family-splits.ts";
import { harderThanEach } from "../difficulty/hardest-of.ts";
import { defineProblem, type Pair } from "../problem.ts";

/** Two faults at the same instant on different targets of different components, at least one of them visible. */
export default defineProblem({
  id: "concurrent-faults",
  title: "Two defects at once",
  tags: ["multi-fault"],
  difficulty: harderThanEach,
  // What is wrong with the whole cluster stands in for any other fault, or hides it.
  compose: (pairs) => composeSets(pairs.filter(({ scope, masks }) => scope === "namespace" && !masks)),
});

/** Number of sets that a catalogue lists for each app and split: the product of all pairs is large. */
const SETS: Readonly<Record<Split, number>> = { train: 84, eval: 24, holdout: 12 };

/** Splits of the partners that a pair may have without its set being stricter than the pair. */
const PARTNERS: Readonly<Record<Split, readonly Split[]>> = {
  train: ["train"],
  eval: ["train", "eval"],
  holdout: ["train", "eval", "holdout"],
};

/**
 * Composes sets by hash: the pairs with the least hashes of a split each find the partner that rendezvous hashing gives
 * them. One more pair thus replaces its share of the sets and leaves the others as they are.
 */
const composeSets = (pairs: readonly Pair[]): readonly (readonly Pair[])[] => {
  const members = pairs.map(memberOf);
  const sets = Object.entries(SETS).flatMap(([split, count]) => setsOfSplit(members, split as Split, count));
  return sets.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

const setsOfSplit = (members: readonly Member[], split: Split, count: number): (readonly Pair[])[] => {
  const anchors = members.filter(({ pair }) => pair.split === split).sort((a, b) => a.hash - b.hash);
  const partners = members.filter(({ pair }) => PARTNERS[split].includes(pair.split));
  const sets = new Map<string, readonly Pair[]>();
  for (const anchor of anchors) {
    if (sets.size >= count) break;
    const fitting = partners.filter((partner) => isComposable(anchor, partner));
    const partner = fitting[rendezvous(anchor.hash, fitting)];
    if (partner === undefined) continue;
    const set = [anchor.pair, partner.pair].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    sets.set(keyOf(set), set);
  }
  return [...sets.values()];
};

/** A pair with what is derived from its name. */
interface Member {
  readonly pair: Pair;
  readonly hash: number;
  readonly weight: 1;
  /** Words of the target's name by which a component and its store are related. */
  readonly words: readonly string[];
}

const memberOf = (pair: Pair): Member => ({
  pair,
  hash: createRng(`set member ${nameOf(pair)}`).uint32(),
  weight: 1,
  words: componentOf(pair.target),
});

/**
 * True for different faults on different components, so that no fault writes the other's field or hides its symptom: a
 * broken store, such as `mongodb-geo`, hides behind its broken consumer `geo`.
 */
const isComposable = (a: Member, b: Member): boolean =>
  a.pair.faultId !== b.pair.faultId &&
  (a.pair.visible || b.pair.visible) &&
  !isStarved(a.pair, b.pair) &&
  !isStarved(b.pair, a.pair) &&
  !a.words.some((word) => b.words.includes(word));

/** True where one fault shows under requests alone and the other lets them fail before they arrive. */
const isStarved = (one: Pair, other: Pair): boolean => one.needsTraffic && other.visible;

const componentOf = (target: string): readonly string[] =>
  target
    .slice(target.lastIndexOf("/") + 1)
    .split("-")
    .filter((word) => !GENERIC_WORDS.includes(word));

const GENERIC_WORDS = ["mongodb", "memcached", "mongo", "script", "config"];

const nameOf = ({ faultId, target }: Pair): string => `${faultId} ${target}`;

const keyOf = (set: readonly Pair[]): string => set.map(nameOf).join(" ");
