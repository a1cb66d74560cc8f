import { DrillError } from "#core/drill-error.ts";
import { keepFor } from "#core/keep-for.ts";
import { createRng } from "#core/rng.ts";
import type { Injector, Target } from "#injectors/injector.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import type { Backend, Slot } from "#pool/backend.ts";
import type { Task, TaskFault, TaskVariant } from "#problems/task.ts";
import { drawIncident } from "./draw-incident.ts";

/** A slot for a task, with what each of its faults could be applied to there. */
export interface LeasedVariant {
  readonly slot: Slot;
  readonly variant: TaskVariant;
  /** For each fault of the task, in order: the candidates that are there. */
  readonly candidates: readonly (readonly LocalTarget[])[];
}

/** A candidate of a task in a slot. */
export interface LocalTarget {
  /** Name in the published form, as tasks write it. */
  readonly published: string;
  /** The object in this slot, with its facts here. */
  readonly target: Target;
}

/**
 * Leases a slot of the variant that the seed draws; one that lacks a target of the task, or refuses it, is passed over, and the spare one
 * comes last.
 *
 * @param furniture fixtures that none of its faults needs, in the order of choice, and left out where its targets go with none; missing: none
 * @throws DrillError TASK_UNKNOWN when no variant of the task has its targets
 */
export const leaseVariant = async (
  task: Task,
  seed: string,
  backend: Backend,
  furniture: readonly Fixture[] = [],
): Promise<LeasedVariant> => {
  const fixtures = [...new Set(task.faults.flatMap((fault) => fault.fixtures))];
  const request = { app: task.app, scope: task.scope, rights: task.rights, seed, fixtures, furniture };
  const refused: string[] = [];
  for (const variant of [...inDrawnOrder(task.variants, seed), ...(task.spare === undefined ? [] : [task.spare])]) {
    const lacking = task.faults.filter((fault) => isLacking(fault, variant));
    refused.push(...lacking.map((fault) => describeMissing(fault, variant)));
    // A slot of a real cluster is put back whenever it was leased.
    if (lacking.length > 0) continue;
    const slot = await backend.lease({ ...request, variant: variant.id });
    const candidates = await Promise.all(task.faults.map((fault) => candidatesIn(fault, slot, variant)));
    if (candidates.every((found) => found.length > 0)) return { slot, variant, candidates };
    await backend.release(slot);
    refused.push(...task.faults.flatMap((fault, i) => (candidates[i]?.length === 0 ? [describeMissing(fault, variant)] : [])));
  }
  // Furniture may be what is in its way, such as an autoscaler that puts callers on every node.
  if (furniture.length > 0) return await leaseVariant(task, seed, backend);
  throw new DrillError("TASK_UNKNOWN", refused.join("; "));
};

/** True if none of the fault's candidates is in the variant. */
const isLacking = ({ candidates }: TaskFault, { nameOf }: TaskVariant): boolean =>
  candidates.every(({ resource }) => nameOf(resource) === undefined);

const describeMissing = (fault: TaskFault, variant: TaskVariant): string => {
  const { injector, candidates } = fault;
  const { id } = variant;
  const names = candidates.map(({ resource }) => resource).join(", ");
  return isLacking(fault, variant) ? `variant ${id} has no ${names}` : `in variant ${id} ${injector.id} cannot be applied to ${names}`;
};

/** Form of its app that an episode with this seed is played in, unless it has none of the task's targets. */
export const drawVariant = (task: Task, seed: string): TaskVariant | undefined =>
  inDrawnOrder(task.variants, drawIncident(task, seed).seed)[0];

/** Orders variants by a hash of seed and id, so that one more variant changes the first place in few cases. */
export const inDrawnOrder = (variants: readonly TaskVariant[], seed: string): readonly TaskVariant[] =>
  variants
    .map((variant) => ({ variant, hash: createRng(seed).stream("variant").stream(variant.id).uint32() }))
    .sort((a, b) => a.hash - b.hash || (a.variant.id < b.variant.id ? -1 : 1))
    .map(({ variant }) => variant);

const candidatesIn = async ({ injector, candidates }: TaskFault, slot: Slot, variant: TaskVariant): Promise<readonly LocalTarget[]> => {
  const here = await targetsOf(injector, slot);
  return candidates.flatMap(({ resource: published }) => {
    const name = variant.nameOf(published);
    const target = here.find(({ resource }) => resource === name);
    return target === undefined ? [] : [{ published, target }];
  });
};

/** Targets of an injector in a fresh slot, the same for all leases of a baseline. */
export const targetsOf = (injector: Injector, slot: Slot): Promise<readonly Target[]> => {
  const kept = targetsByInjector(slot.baseline);
  const found = kept.get(injector.id) ?? listTargets(injector, slot);
  kept.set(injector.id, found);
  return found;
};

const targetsByInjector = keepFor((_baseline: Baseline) => new Map<string, Promise<readonly Target[]>>());

const listTargets = async (injector: Injector, { admin, baseline, namespace }: Slot): Promise<readonly Target[]> =>
  (await injector.targets(admin, { app: baseline.app, namespace })).targets;
