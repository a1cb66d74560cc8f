import { matchesLabelSelector } from "#kube/label-selector.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { getObject, listObjects } from "../../apiserver/store.ts";
import type { World } from "../../kernel/world.ts";
import { claimPods } from "../frame/claim-pods.ts";
import {
  type Controller,
  controllerOf,
  controllerRef,
  enqueueAfter,
  enqueueAfterFailure,
  forgetFailures,
  itself,
  type KeysOf,
  NO_KEYS,
  splitKey,
} from "../frame/controller.ts";
import { isPodActive, isPodTerminal } from "../frame/pod-state.ts";
import { createPods } from "./create-pods.ts";
import { deletePods } from "./delete-pods.ts";
import { nextAvailabilityMs, type ReplicaFailure, writeReplicaSetStatus } from "./replicaset-status.ts";

/** Keeps as many pods of a template as are wished for. */
export const replicaSetController: Controller = {
  name: "replicaset",
  watches: {
    "replicasets.apps": itself,
    pods: (world, change) => {
      const owners = controllerOf("ReplicaSet")(world, change);
      return owners.length > 0 ? owners : adoptersOf(world, change);
    },
  },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const replicaSet = getObject<ReplicaSet>(world, "replicasets.apps", namespace, name);
    if (replicaSet === undefined) return forgetFailures(world, "replicaset", key);
    const pods = claimPods(world, replicaSet, { controller: "replicaset-controller", selector: replicaSet.spec.selector });
    const active = pods.filter(isPodActive);
    const isSteady = replicaSet.metadata.deletionTimestamp !== undefined || active.length === (replicaSet.spec.replicas ?? 1);
    const failure = isSteady ? undefined : manageReplicas(world, replicaSet, active);
    // Pods made or deleted in this step come back as changes, and the counts are written then.
    if (isSteady || failure !== undefined)
      writeReplicaSetStatus(world, replicaSet, { pods: active, terminating: pods.filter(isEnding).length, failure });
    if (failure !== undefined) enqueueAfterFailure(world, "replicaset", key);
    else forgetFailures(world, "replicaset", key);
    const dueMs = nextAvailabilityMs(world, replicaSet, pods);
    if (dueMs !== undefined) enqueueAfter(world, "replicaset", key, dueMs - world.nowMs());
  },
};

const manageReplicas = (world: World, replicaSet: ReplicaSet, active: readonly Pod[]): ReplicaFailure | undefined => {
  const missing = (replicaSet.spec.replicas ?? 1) - active.length;
  if (missing > 0) {
    const message = createPods(world, replicaSet, Math.min(missing, BURST_MAX));
    return message === undefined ? undefined : { reason: "FailedCreate", message };
  }
  const message = deletePods(world, replicaSet, active, Math.min(-missing, BURST_MAX));
  return message === undefined ? undefined : { reason: "FailedDelete", message };
};

const BURST_MAX = 500;

const isEnding = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod);

/** ReplicaSets that could adopt a pod that nobody controls. */
const adoptersOf: KeysOf = (world, { type, object }) => {
  const { metadata } = object as KubeObject;
  if (type === "DELETED" || metadata.labels === undefined || controllerRef(object as KubeObject) !== undefined) return NO_KEYS;
  return listObjects<ReplicaSet>(world, "replicasets.apps", metadata.namespace)
    .filter(({ spec }) => matchesLabelSelector(spec.selector, metadata.labels))
    .map((replicaSet) => `${metadata.namespace}/${replicaSet.metadata.name}`);
};
