import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { claimPods } from "../../controller-runtime/claim-pods.ts";
import {
  type Controller,
  controllerOf,
  controllerRef,
  enqueueAfter,
  failTurn,
  itself,
  NO_KEYS,
  splitKey,
} from "../../controller-runtime/controller.ts";
import { isPodActive, isPodTerminal } from "../../controller-runtime/pod-state.ts";
import type { ObjectChange } from "../../kernel/object-change.ts";
import type { World } from "../../kernel/world.ts";
import { createPods } from "./create-pods.ts";
import { deletePods } from "./delete-pods.ts";
import { findReplicaSet, listReplicaSets, REPLICA_SETS, REPLICATION_CONTROLLERS, type ReplicaKind } from "./replica-kind.ts";
import { nextAvailabilityMs, type ReplicaFailure, writeReplicaSetStatus } from "./replicaset-status.ts";

/** Keeps as many pods of a template as are wished for. */
const controllerFor = (kind: ReplicaKind): Controller => ({
  name: kind.name,
  watches: {
    [kind.resource]: itself,
    pods: (world, change) => {
      const owners = controllerOf(kind.kind)(world, change);
      return owners.length > 0 ? owners : adoptersOf(kind, world, change);
    },
  },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const replicaSet = findReplicaSet(world, kind, namespace, name);
    if (replicaSet === undefined) return;
    const pods = claimPods(world, replicaSet, { controller: kind.user, selector: replicaSet.spec.selector });
    const active = pods.filter(isPodActive);
    const isSteady = replicaSet.metadata.deletionTimestamp !== undefined || active.length === (replicaSet.spec.replicas ?? 1);
    const failure = isSteady ? undefined : manageReplicas(world, kind, replicaSet, active);
    // Pods made or deleted in this step come back as changes, and the counts are written then.
    if (isSteady || failure !== undefined)
      writeReplicaSetStatus(world, kind, replicaSet, { pods: active, terminating: pods.filter(isEnding).length, failure });
    if (failure !== undefined) failTurn(world);
    const dueMs = nextAvailabilityMs(world, replicaSet, pods);
    if (dueMs !== undefined) enqueueAfter(world, kind.name, key, dueMs - world.nowMs());
  },
});

const manageReplicas = (world: World, kind: ReplicaKind, replicaSet: ReplicaSet, active: readonly Pod[]): ReplicaFailure | undefined => {
  const missing = (replicaSet.spec.replicas ?? 1) - active.length;
  if (missing > 0) {
    const message = createPods(world, kind, replicaSet, Math.min(missing, BURST_MAX));
    return message === undefined ? undefined : { reason: "FailedCreate", message };
  }
  const message = deletePods(world, kind, replicaSet, { active, count: Math.min(-missing, BURST_MAX) });
  return message === undefined ? undefined : { reason: "FailedDelete", message };
};

/** A real controller does up to 500 in one go; here the rest follows at the same instant, so that no event is long. */
const BURST_MAX = 100;

const isEnding = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod);

/** Keys of those that could adopt an orphaned pod. */
const adoptersOf = (kind: ReplicaKind, world: World, { type, object }: ObjectChange): readonly string[] => {
  const { metadata } = object as KubeObject;
  if (type === "DELETED" || metadata.labels === undefined || controllerRef(object as KubeObject) !== undefined) return NO_KEYS;
  return listReplicaSets(world, kind, metadata.namespace)
    .filter(({ spec }) => matchesLabelSelector(spec.selector, metadata.labels))
    .map((replicaSet) => `${metadata.namespace}/${replicaSet.metadata.name}`);
};

export const replicaSetController = controllerFor(REPLICA_SETS);
export const replicationController = controllerFor(REPLICATION_CONTROLLERS);
