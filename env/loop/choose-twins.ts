import { createRng } from "#core/rng.ts";
import type { Injector } from "#injectors/injector.ts";
import type { Twin } from "#injectors/twin.ts";
import type { Baseline } from "#kube/app/baseline.ts";

/** Inputs of drawing the twins of an episode. */
export interface TwinsRequest {
  /** Root of what is drawn before the agent comes. */
  readonly seed: string;
  readonly injectors: readonly Injector[];
  /** Ids of the episode's faults, whose twins come more often than others: on innocent neighbours of what is broken. */
  readonly faults: readonly string[];
  readonly baseline: Baseline;
}

/** Number of faults whose twins an episode has, and the order in which faults are asked for them. */
export interface TwinKinds {
  readonly count: number;
  readonly kinds: readonly Injector[];
}

/** Draws the twins of an episode, none of two on one object, and none outside of what is rolled back with the slot. */
export const chooseTwins = ({ baseline, ...request }: TwinsRequest): readonly Twin[] => {
  const rng = createRng(request.seed).stream("twins");
  const { count, kinds } = chooseTwinKinds(request);
  const present = namesIn(baseline);
  const drawn: Twin[] = [];
  let left = count;
  for (const { id, twins } of kinds) {
    if (left === 0) break;
    const own = distinctFrom(
      twins(rng.stream(id), baseline).filter((twin) => isRolledBack(twin, baseline)),
      present,
    );
    // A kind that has nothing to do with this application is none of those that the episode has.
    if (own.length === 0) continue;
    drawn.push(...own);
    left -= 1;
  }
  return distinctFrom(drawn, present);
};

/** True for all in a slot that is a cluster, and for what is in its namespace in one that shares its cluster with others. */
const isRolledBack = (twin: Twin, { extent, namespace }: Baseline): boolean =>
  extent === "cluster" || namespaceOf(twin, namespace) === namespace;

const namespaceOf = (twin: Twin, own: string): string | null | undefined => {
  if (twin.verb === "create") return twin.object.metadata.namespace;
  return twin.namespace === undefined ? own : twin.namespace;
};

/** Leaves the first of those that would make one object, and none that the baseline has. */
export const distinctTwins = (twins: readonly Twin[], baseline: Baseline): readonly Twin[] => distinctFrom(twins, namesIn(baseline));

const distinctFrom = (twins: readonly Twin[], present: ReadonlySet<string>): readonly Twin[] => {
  const made = new Set<string>();
  return twins.filter((twin) => {
    if (twin.verb === "patch") return true;
    const name = `${twin.resource}/${twin.object.metadata.name}`;
    if (present.has(name) || made.has(name)) return false;
    made.add(name);
    return true;
  });
};

/** Objects of a baseline as `resource/name`. */
const namesIn = ({ objects }: Baseline): ReadonlySet<string> =>
  new Set(Object.entries(objects).flatMap(([resource, present]) => present.map(({ metadata }) => `${resource}/${metadata.name}`)));

/**
 * Draws the number of faults whose twins an episode has, and puts all faults in the order in which they are asked for some: by a hash of seed
 * and id, so that one more kind changes few of the draws.
 */
export const chooseTwinKinds = ({ seed, injectors, faults }: Omit<TwinsRequest, "baseline">): TwinKinds => {
  const rng = createRng(seed).stream("twin kinds");
  if (rng.stream("any").fraction() >= SHARE) return { count: 0, kinds: [] };
  const isOwn = (id: string): boolean => faults.includes(id) && rng.stream(`own ${id}`).fraction() < OWN_SHARE;
  const kinds = injectors
    .map((injector) => ({ injector, own: isOwn(injector.id) ? 0 : 1, hash: rng.stream(injector.id).uint32() }))
    .sort((a, b) => a.own - b.own || a.hash - b.hash || (a.injector.id < b.injector.id ? -1 : 1))
    .map(({ injector }) => injector);
  return { count: rng.stream("count").int(KINDS_MIN, KINDS_MAX), kinds };
};

/** Share of the episodes that have twins. */
const SHARE = 0.95;

/**
 * Share of a fault's own episodes that surely have its twins, of those with any: where none are, the culprit is the only object of its kind, and a
 * linter finds it without a look at what happens.
 */
const OWN_SHARE = 0.96;

const KINDS_MIN = 2;
const KINDS_MAX = 5;
