import { DrillError } from "#core/drill-error.ts";
import { createRng } from "#core/rng.ts";
import type { Decoy, Noise } from "#problems/problem.ts";
import type { Task } from "#problems/task.ts";

/** Noise and decoys, which take attention away from a fault. */
export interface Distractions {
  readonly noise: readonly Noise[];
  readonly decoys: readonly Decoy[];
}

/**
 * Chooses the noise and the decoys of an episode: those that the task names, else those that the seed draws.
 *
 * @throws DrillError TASK_UNKNOWN for a name that is not there, or that a slot like this cannot have
 */
export const chooseDistractions = (
  { noise, decoys, rights }: Pick<Task, "noise" | "decoys" | "rights">,
  seed: string,
  library: Distractions,
  { isDrawn = true, capabilities }: DrawOptions = {},
): Distractions => {
  const has = (name: string): boolean => capabilities === undefined || capabilities.includes(name);
  const canCome = ({ needs = [] }: Noise): boolean => needs.every(has);
  const canBe = ({ scope }: Decoy): boolean => scope !== "cluster" || (has("exclusive-cluster") && rights === "cluster");
  return {
    noise: choose({ what: "noise", wanted: noise, known: library.noise.filter(canCome) }, seed, isDrawn),
    decoys: choose({ what: "decoy", wanted: decoys, known: library.decoys.filter(canBe) }, seed, isDrawn),
  };
};

/** Options of the draw. */
interface DrawOptions {
  /** False: a task that names none has none; missing: they are drawn. */
  readonly isDrawn?: boolean;
  /** Capabilities of the backend's slots; missing: they have all. */
  readonly capabilities?: readonly string[];
}

/** Wish of a task for one sort of plug-in. */
interface Choice<T> {
  readonly what: string;
  /** Ids separated by commas, or `none`; undefined: whatever is drawn. */
  readonly wanted: string | undefined;
  readonly known: readonly T[];
}

const choose = <T extends { readonly id: string }>({ what, wanted, known }: Choice<T>, seed: string, isDrawn: boolean): readonly T[] => {
  if (wanted === undefined) return isDrawn ? draw(what, known, seed) : [];
  return (wanted === NONE ? [] : wanted.split(",")).map((id) => {
    const found = known.find((candidate) => candidate.id === id);
    if (found === undefined)
      throw new DrillError("TASK_UNKNOWN", `there is no ${what} "${id}"; there are ${known.map((one) => one.id).join(", ")}, ${NONE}`);
    return found;
  });
};

const NONE = "none";

/** Draws by a hash of seed and id, so that one more kind changes few of the draws. */
const draw = <T extends { readonly id: string }>(what: string, known: readonly T[], seed: string): readonly T[] => {
  const rng = createRng(seed).stream(`${what} kinds`);
  if (rng.stream("any").fraction() >= SHARE) return [];
  return known
    .map((one) => ({ one, hash: rng.stream(one.id).uint32() }))
    .sort((a, b) => a.hash - b.hash || (a.one.id < b.one.id ? -1 : 1))
    .slice(0, rng.stream("count").int(1, KINDS_MAX))
    .map(({ one }) => one);
};

/** Share of the episodes that have noise, and of those that have decoys. */
const SHARE = 0.5;

/** Maximum number of kinds of each in one episode. */
const KINDS_MAX = 3;
