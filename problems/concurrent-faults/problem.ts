import type { Rng } from "#core/rng.ts";
import { defineProblem, type Pair } from "../problem.ts";

/** Two faults at the same instant on different targets of different components, at least one of them visible. */
export default defineProblem({
  id: "concurrent-faults",
  title: "Two defects at once",
  tags: ["multi-fault"],
  difficulty: (pairs) => (pairs.every(({ visible }) => visible) ? 4 : 5),
  // What is wrong with the whole cluster stands in for any other fault, or hides it.
  compose: (pairs, rng) =>
    drawSets(
      pairs.filter(({ scope }) => scope === "namespace"),
      rng,
    ),
});

/** Number of fault pairs that a catalogue lists for each app: sampled, since the product is large. */
const SETS = 120;

/** Maximum number of draws, for apps with few pairs. */
const DRAWS_MAX = 4_000;

const drawSets = (pairs: readonly Pair[], rng: Rng): readonly (readonly Pair[])[] => {
  if (pairs.length < 2) return [];
  const sets = new Map<string, readonly Pair[]>();
  for (let i = 0; i < DRAWS_MAX && sets.size < SETS; i++) {
    const set = [rng.pick(pairs), rng.pick(pairs)].sort(byName);
    if (isComposable(set)) sets.set(set.map(nameOf).join(" "), set);
  }
  return [...sets.keys()].sort().map((key) => sets.get(key) as readonly Pair[]);
};

/** True for different faults on different components, so that no fault writes the other's field or hides its symptom. */
const isComposable = ([a, b]: readonly Pair[]): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.faultId !== b.faultId &&
  !a.masks &&
  !b.masks &&
  !isRelated(a.target, b.target) &&
  (a.visible || b.visible);

/** True for a component and its store, such as `geo` and `mongodb-geo`: a broken store hides behind its broken consumer. */
const isRelated = (a: string, b: string): boolean => {
  const [left, right] = [componentOf(a), componentOf(b)];
  return left.some((word) => right.includes(word));
};

const componentOf = (target: string): readonly string[] =>
  target
    .slice(target.lastIndexOf("/") + 1)
    .split("-")
    .filter((word) => !GENERIC_WORDS.includes(word));

const GENERIC_WORDS = ["mongodb", "memcached", "mongo", "script", "config"];

const nameOf = ({ faultId, target }: Pair): string => `${faultId} ${target}`;

const byName = (a: Pair, b: Pair): number => (nameOf(a) < nameOf(b) ? -1 : 1);
