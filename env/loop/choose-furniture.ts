import { createRng } from "#core/rng.ts";
import type { Injector } from "#injectors/injector.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import type { Backend } from "#pool/backend.ts";
import type { Task } from "#problems/task.ts";
import { canHave } from "../catalogue/fixtures-of.ts";

/** Inputs of drawing the furniture of an episode. */
export interface FurnitureRequest {
  readonly task: Pick<Task, "twins" | "rights"> & { readonly faults: readonly { readonly injector: Pick<Injector, "withoutFixtures"> }[] };
  /** Root of what is drawn before the agent comes. */
  readonly seed: string;
  /** All that there are. */
  readonly fixtures: readonly Fixture[];
  readonly backend: Pick<Backend, "capabilities">;
}

/**
 * Draws the order in which an episode would have fixtures that its faults do not need, by a hash of seed and id, so that one more kind
 * changes few of the draws; most episodes have none.
 *
 * On a real cluster they would have to be made and waited for before each episode, so that slots of these have none.
 */
export const chooseFurniture = ({ task, seed, fixtures, backend }: FurnitureRequest): readonly Fixture[] => {
  if (task.twins === "none" || !backend.capabilities.includes("fork")) return [];
  const rng = createRng(seed).stream("furniture");
  if (rng.stream("any").fraction() >= SHARE) return [];
  const unwanted = new Set(task.faults.flatMap(({ injector }) => injector.withoutFixtures ?? []));
  return fixtures
    .filter(({ id }) => !unwanted.has(id))
    .filter((fixture) => canHave(backend, fixture) && (fixture.scope === "namespace" || task.rights === "cluster"))
    .map((fixture) => ({ fixture, hash: rng.stream(fixture.id).uint32() }))
    .sort((a, b) => a.hash - b.hash || (a.fixture.id < b.fixture.id ? -1 : 1))
    .map(({ fixture }) => fixture);
};

/** Share of the episodes that have one, where an application has a use for any. */
const SHARE = 1 / 3;
