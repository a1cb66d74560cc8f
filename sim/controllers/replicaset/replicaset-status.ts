import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { labelsMatch } from "#kube/objects/label-selector.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { setCondition, withoutCondition } from "../../controller-runtime/conditions.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { isPodAvailable, isPodReady, readySinceMs } from "../../controller-runtime/pod-state.ts";
import type { World } from "../../kernel/world.ts";
import type { ReplicaKind } from "./replica-kind.ts";

/** Reason and message of the ReplicaFailure condition. */
export interface ReplicaFailure {
  readonly reason: "FailedCreate" | "FailedDelete";
  readonly message: string;
}

/** Observations that the status is computed from. */
export interface Observed {
  /** Active pods. */
  readonly pods: readonly Pod[];
  readonly terminating: number;
  readonly failure: ReplicaFailure | undefined;
}

/** Writes the status where it differs. */
export const writeReplicaSetStatus = (world: World, kind: ReplicaKind, replicaSet: ReplicaSet, observed: Observed): void => {
  const status = statusOf(kind, replicaSet, observed, world.nowMs());
  if (isSameJson(status, replicaSet.status ?? {})) return;
  const { namespace, name } = replicaSet.metadata;
  const stored = getObject<ReplicaSet>(world, kind.resource, namespace, name) ?? replicaSet;
  clientFor(world, kind.user).updateStatus(kind.resource, { ...stored, status });
};

/** Virtual time at which the next ready pod becomes available, ms; undefined when none is waiting. */
export const nextAvailabilityMs = (world: World, { spec }: ReplicaSet, pods: readonly Pod[]): number | undefined => {
  const minReadyMs = (spec.minReadySeconds ?? 0) * 1000;
  if (minReadyMs === 0) return undefined;
  const due = pods.filter(isPodReady).map((pod) => readySinceMs(pod) + minReadyMs);
  const future = due.filter((atMs) => atMs > world.nowMs());
  return future.length === 0 ? undefined : Math.min(...future);
};

const statusOf = (
  kind: ReplicaKind,
  replicaSet: ReplicaSet,
  { pods, terminating, failure }: Observed,
  nowMs: number,
): NonNullable<ReplicaSet["status"]> => {
  const counts = {
    fullyLabeledReplicas: pods.filter(({ metadata }) => labelsMatch(replicaSet.spec.template?.metadata?.labels, metadata.labels)).length,
    readyReplicas: pods.filter(isPodReady).length,
    availableReplicas: pods.filter((pod) => isPodAvailable(pod, replicaSet.spec.minReadySeconds ?? 0, nowMs)).length,
  };
  const conditions = conditionsOf(replicaSet.status?.conditions ?? [], failure, nowMs);
  return {
    replicas: pods.length,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    ...(kind.tellsTerminating && { terminatingReplicas: terminating }),
    observedGeneration: replicaSet.metadata.generation ?? 0,
    ...(conditions.length === 0 ? {} : { conditions }),
  };
};

const conditionsOf = (conditions: readonly Condition[], failure: ReplicaFailure | undefined, nowMs: number): readonly Condition[] => {
  if (failure === undefined) return withoutCondition(conditions, "ReplicaFailure");
  return setCondition(conditions, { type: "ReplicaFailure", status: "True", lastTransitionTime: toTimestamp(nowMs), ...failure });
};
