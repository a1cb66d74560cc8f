import { createRng } from "#core/rng.ts";
import type { Split } from "../dataset/family-splits.ts";
import { harderThanEach } from "../difficulty/hardest-of.ts";
import { defineProblem, type Pair } from "../problem.ts";

/** One mistake in many places at once, such as a change that was rolled out everywhere. */
export default defineProblem({
  id: "correlated-fault",
  title: "One defect in many places",
  tags: ["multi-fault", "correlated"],
  difficulty: harderThanEach,
  compose: (pairs) => {
    const fitting = pairs.filter(({ correlates, scope, masks }) => correlates && scope === "namespace" && !masks);
    const byFault = Map.groupBy(fitting, ({ faultId }) => faultId);
    return [...byFault.values()].flatMap((own) => SPLITS.flatMap((split) => placesOf(own, split)));
  },
});

const SPLITS: readonly Split[] = ["train", "eval", "holdout"];

/** The places of a fault in a split's task, by hash, so that one more pair changes at most one of them: all of the split, and of training where those are few. */
const placesOf = (pairs: readonly Pair[], split: Split): readonly (readonly Pair[])[] => {
  const [own, rest] = [pairs.filter((pair) => pair.split === split), pairs.filter((pair) => pair.split === "train" && split !== "train")];
  if (own.length === 0) return [];
  const places = [...byHash(own), ...byHash(rest)].slice(0, PLACES_MAX);
  return places.length < PLACES_MIN ? [] : [places.sort((a, b) => (a.target < b.target ? -1 : 1))];
};

const byHash = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs
    .map((pair) => ({ pair, hash: createRng(`place ${pair.faultId} ${pair.target}`).uint32() }))
    .sort((a, b) => a.hash - b.hash)
    .map(({ pair }) => pair);

const PLACES_MIN = 3;
const PLACES_MAX = 8;
