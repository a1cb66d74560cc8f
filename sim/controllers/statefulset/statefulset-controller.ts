import { isSameJson } from "#core/canonical-json.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { claimPods } from "../../controller-runtime/claim-pods.ts";
import { type Controller, controllerOf, enqueueAfter, failTurn, itself, splitKey } from "../../controller-runtime/controller.ts";
import { REVISION_LABEL, syncRevisions, truncateHistory } from "../../controller-runtime/controller-revisions.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { isPodActive, isPodAvailable, isPodReady, isPodTerminal } from "../../controller-runtime/pod-state.ts";
import { inSlowStart } from "../../controller-runtime/slow-start.ts";
import type { World } from "../../kernel/world.ts";
import { createMember, keepClaims, type Member, removeMember } from "./members.ts";
import { firstOrdinal, isWanted, ordinalOf } from "./ordinals.ts";

/** Keeps numbered pods with volumes of their own, made and ended in order. */
export const statefulSetController: Controller = {
  name: "statefulset",
  watches: { "statefulsets.apps": itself, pods: controllerOf("StatefulSet") },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const set = getObject<StatefulSet>(world, "statefulsets.apps", namespace, name);
    if (set === undefined || set.metadata.deletionTimestamp !== undefined) return;
    const revisions = syncRevisions(world, set, "statefulset-controller");
    if (revisions === undefined) return failTurn(world);
    const pods = claimPods(world, set, {
      controller: "statefulset-controller",
      selector: set.spec.selector,
      mayAdopt: (pod) => ordinalOf(set, pod.metadata.name) !== undefined,
    });
    const update = revisions.present.metadata.name;
    const current = revisions.all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? revisions.present;
    const state: SetState = { set, pods, update, current: current.metadata.name, currentTemplate: current.data.spec.template };
    for (const pod of pods) keepClaims(world, set, pod);
    const isFine = step(world, state);
    writeStatus(world, state);
    truncateHistory(
      world,
      set,
      "statefulset-controller",
      new Set([update, state.current, ...pods.map(({ metadata }) => metadata.labels?.[REVISION_LABEL] ?? "")]),
    );
    requeueForAvailability(world, key, state);
    if (!isFine) failTurn(world);
  },
};

interface SetState {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  /** The revision that the set should come to, and the one that it comes from. */
  readonly update: string;
  readonly current: string;
  readonly currentTemplate: StatefulSet["spec"]["template"];
}

/**
 * One sync: replaces failed pods, creates missing ones, deletes surplus ones, and updates to the new revision. False when the API server
 * refused a write.
 */
const step = (world: World, state: SetState): boolean => {
  const { set, pods } = state;
  const start = firstOrdinal(set);
  const wanted = set.spec.replicas ?? 1;
  const isMonotonic = set.spec.podManagementPolicy !== "Parallel";
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod.metadata.name), pod]));
  const ordinals = Array.from({ length: Math.min(wanted, pods.length + PODS_PER_SYNC_MAX) }, (_, i) => start + i);
  for (const ordinal of isMonotonic ? ordinals : inSlowStart(ordinals)) {
    const pod = byOrdinal.get(ordinal);
    if (pod === undefined) {
      if (!createMember(world, set, memberAt(state, ordinal))) return false;
      if (isMonotonic) return true;
      continue;
    }
    if (isPodTerminal(pod)) return replaceFailed(world, state, pod);
    if (isMonotonic && (pod.metadata.deletionTimestamp !== undefined || !isAvailable(world, set, pod))) return true;
  }
  const surplus = pods
    .filter((pod) => !isWanted(set, pod.metadata.name))
    .sort((a, b) => (ordinalOf(set, b.metadata.name) ?? 0) - (ordinalOf(set, a.metadata.name) ?? 0));
  if (surplus.length > 0) return deleteCondemned(world, set, surplus, isMonotonic);
  return set.spec.updateStrategy?.type === "OnDelete" || updateOne(world, state, wanted);
};

/** Pods made in one go; what they change brings the controller back for more. */
const PODS_PER_SYNC_MAX = 100;

const isAvailable = (world: World, set: StatefulSet, pod: Pod): boolean =>
  isPodAvailable(pod, set.spec.minReadySeconds ?? 0, world.nowMs());

/** Below the partition, pods keep the revision that the set comes from. */
const memberAt = ({ set, update, current, currentTemplate }: SetState, ordinal: number): Member => {
  const isUpdated = ordinal >= firstOrdinal(set) + (set.spec.updateStrategy?.rollingUpdate?.partition ?? 0);
  return isUpdated ? { ordinal, revision: update, template: set.spec.template } : { ordinal, revision: current, template: currentTemplate };
};

const replaceFailed = (world: World, { set }: SetState, pod: Pod): boolean =>
  pod.metadata.deletionTimestamp !== undefined || removeMember(world, set, pod);

/** In order, one that is not available may go when nothing below it is unavailable. */
const deleteCondemned = (world: World, set: StatefulSet, surplus: readonly Pod[], isMonotonic: boolean): boolean => {
  const terminating = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;
  if (!isMonotonic) return inSlowStart(surplus.filter((pod) => !terminating(pod))).every((pod) => removeMember(world, set, pod));
  const [highest, ...others] = surplus as readonly [Pod, ...Pod[]];
  const waits = terminating(highest) || (!isAvailable(world, set, highest) && others.some((pod) => !isAvailable(world, set, pod)));
  return waits || removeMember(world, set, highest);
};

/** The highest ordinal of an old revision goes, once all above it are available. */
const updateOne = (world: World, { set, pods, update }: SetState, wanted: number): boolean => {
  const partition = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod.metadata.name), pod]));
  const start = firstOrdinal(set);
  for (let ordinal = start + wanted - 1; ordinal >= start + partition; ordinal--) {
    const pod = byOrdinal.get(ordinal);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return true;
    if (pod.metadata.labels?.[REVISION_LABEL] !== update) return removeMember(world, set, pod);
    if (!isAvailable(world, set, pod)) return true;
  }
  return true;
};

const writeStatus = (world: World, { set, pods, update, current }: SetState): void => {
  const active = pods.filter((pod) => !isPodTerminal(pod));
  const count = (fits: (pod: Pod) => boolean): number => active.filter(fits).length;
  const of = (revision: string) => count((pod) => isPodActive(pod) && pod.metadata.labels?.[REVISION_LABEL] === revision);
  const wanted = set.spec.replicas ?? 1;
  const updated = of(update);
  const ready = count((pod) => isPodReady(pod) && isPodActive(pod));
  const isDone = updated === wanted && ready === wanted && active.length === wanted;
  const currentRevision = isDone ? update : current;
  const status: NonNullable<StatefulSet["status"]> = {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: active.length,
    ...nonZero({ readyReplicas: ready, currentReplicas: of(currentRevision), updatedReplicas: updated }),
    currentRevision,
    updateRevision: update,
    collisionCount: set.status?.collisionCount ?? 0,
    availableReplicas: count((pod) => isPodActive(pod) && isAvailable(world, set, pod)),
  };
  if (!isSameJson(status, set.status ?? {}))
    clientFor(world, "statefulset-controller").updateStatus("statefulsets.apps", { ...set, status });
};

const nonZero = (counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

const requeueForAvailability = (world: World, key: string, { set, pods }: SetState): void => {
  const minReadySeconds = set.spec.minReadySeconds ?? 0;
  if (minReadySeconds > 0 && pods.some((pod) => isPodReady(pod) && !isAvailable(world, set, pod)))
    enqueueAfter(world, "statefulset", key, minReadySeconds * 1000);
};
