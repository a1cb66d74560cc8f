import { isSameJson } from "#core/canonical-json.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { conditionNow, findCondition, setCondition, withoutCondition } from "../../controller-runtime/conditions.ts";
import { enqueueAfter } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { rollingBounds, sumActual, sumAvailable, sumReady, sumTerminating, sumWanted, wantedReplicas } from "./numbers.ts";
import { findNewReplicaSet, type Rollout } from "./rollout-parts.ts";

type DeploymentStatus = NonNullable<Deployment["status"]>;

/** Writes a status where it differs; returns the Deployment afterwards. */
export const writeDeploymentStatus = (world: World, deployment: Deployment, status: DeploymentStatus): Deployment => {
  if (isSameJson(status, deployment.status ?? {})) return deployment;
  const result = clientFor(world, "deployment-controller").updateStatus<Deployment>("deployments.apps", { ...deployment, status });
  return result.ok ? result.value : deployment;
};

/** Writes counts and availability, without a word on progress. */
export const syncStatusOnly = (world: World, deployment: Deployment, replicaSets: readonly ReplicaSet[]): void => {
  writeDeploymentStatus(
    world,
    deployment,
    countReplicas(deployment, replicaSets, findNewReplicaSet(deployment, replicaSets), world.nowMs()),
  );
};

/** Writes counts, availability, progress and failures of a rollout, and comes back at its deadline. */
export const syncRolloutStatus = (world: World, { deployment, newest, old }: Rollout): void => {
  const replicaSets = newest === undefined ? old : [...old, newest];
  const counted = countReplicas(deployment, replicaSets, newest, world.nowMs());
  const conditions = withFailure(withProgress(world, deployment, counted, newest), world.nowMs(), replicaSets, newest);
  const written = writeDeploymentStatus(world, deployment, { ...counted, conditions });
  requeueAtDeadline(world, written);
};

/** True when all replicas are of the present template and available, and nothing else is left. */
export const isComplete = ({ metadata, spec }: Deployment, status: DeploymentStatus): boolean => {
  const wanted = wantedReplicas({ spec });
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted &&
    (status.observedGeneration ?? 0) >= (metadata.generation ?? 0)
  );
};

const countReplicas = (
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  newest: ReplicaSet | undefined,
  nowMs: number,
): DeploymentStatus => {
  const available = sumAvailable(replicaSets);
  const counts: DeploymentStatus = {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...nonZero({
      replicas: sumActual(replicaSets),
      updatedReplicas: sumActual([newest]),
      readyReplicas: sumReady(replicaSets),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, sumWanted(replicaSets) - available),
    }),
    terminatingReplicas: sumTerminating(replicaSets),
    ...(deployment.status?.collisionCount === undefined ? {} : { collisionCount: deployment.status.collisionCount }),
  };
  const isAvailable = available >= wantedReplicas(deployment) - rollingBounds(deployment).unavailable;
  return {
    ...counts,
    conditions: setCondition(deployment.status?.conditions ?? [], conditionNow(nowMs, isAvailable ? AVAILABLE : UNAVAILABLE)),
  };
};

const AVAILABLE = {
  type: "Available",
  status: "True",
  reason: "MinimumReplicasAvailable",
  message: "Deployment has minimum availability.",
} as const;
const UNAVAILABLE = {
  type: "Available",
  status: "False",
  reason: "MinimumReplicasUnavailable",
  message: "Deployment does not have minimum availability.",
} as const;

const nonZero = (counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> => {
  const kept: Record<string, number> = {};
  for (const name in counts) if (counts[name] !== 0) kept[name] = counts[name] as number;
  return kept;
};

const withProgress = (
  world: World,
  deployment: Deployment,
  status: DeploymentStatus,
  newest: ReplicaSet | undefined,
): readonly Condition[] => {
  const conditions = status.conditions ?? [];
  const current = findCondition(deployment.status?.conditions, "Progressing");
  if (!hasDeadline(deployment)) return withoutCondition(conditions, "Progressing");
  const wasComplete = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === "NewReplicaSetAvailable";
  if (wasComplete) return conditions;
  const subject = newest === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newest.metadata.name}"`;
  const say = (conditionStatus: "True" | "False", reason: string, words: string) =>
    conditionNow(world.nowMs(), { type: "Progressing", status: conditionStatus, reason, message: `${subject} ${words}` });
  if (isComplete(deployment, status))
    return setCondition(conditions, say("True", "NewReplicaSetAvailable", "has successfully progressed."));
  if (hasProgressed(deployment, status)) {
    const next = say("True", "ReplicaSetUpdated", "is progressing.");
    const kept =
      current?.status === "True" && current.lastTransitionTime !== undefined
        ? { ...next, lastTransitionTime: current.lastTransitionTime }
        : next;
    return [...withoutCondition(conditions, "Progressing"), kept];
  }
  if (isTimedOut(deployment, current, world.nowMs()))
    return setCondition(conditions, say("False", "ProgressDeadlineExceeded", "has timed out progressing."));
  return conditions;
};

const hasProgressed = ({ status }: Deployment, next: DeploymentStatus): boolean => {
  const grew = (key: "updatedReplicas" | "readyReplicas" | "availableReplicas") => (next[key] ?? 0) > (status?.[key] ?? 0);
  const oldLeft = (of: DeploymentStatus | undefined) => (of?.replicas ?? 0) - (of?.updatedReplicas ?? 0);
  return grew("updatedReplicas") || grew("readyReplicas") || grew("availableReplicas") || oldLeft(next) < oldLeft(status);
};

/** A deadline of 2^31−1 s, the API's "none", counts as none. */
const hasDeadline = ({ spec }: Deployment): boolean =>
  spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== 2_147_483_647;

const isTimedOut = ({ spec }: Deployment, current: Condition | undefined, nowMs: number): boolean => {
  if (current === undefined || current.reason === "NewReplicaSetAvailable") return false;
  if (current.reason === "ProgressDeadlineExceeded") return true;
  const since = parseTimestamp(current.lastUpdateTime ?? "") ?? nowMs;
  return since + (spec.progressDeadlineSeconds as number) * 1000 < nowMs;
};

const withFailure = (
  conditions: readonly Condition[],
  nowMs: number,
  replicaSets: readonly ReplicaSet[],
  newest: ReplicaSet | undefined,
): readonly Condition[] => {
  const failures = [newest, ...replicaSets].flatMap((replicaSet) => findCondition(replicaSet?.status?.conditions, "ReplicaFailure") ?? []);
  const failure = failures[0];
  if (failure === undefined) return withoutCondition(conditions, "ReplicaFailure");
  const { status, reason = "", message = "" } = failure;
  const transition =
    failure.lastTransitionTime === undefined
      ? {}
      : { lastTransitionTime: failure.lastTransitionTime, lastUpdateTime: failure.lastTransitionTime };
  return setCondition(conditions, { ...conditionNow(nowMs, { type: "ReplicaFailure", status, reason, message }), ...transition });
};

const requeueAtDeadline = (world: World, deployment: Deployment): void => {
  const current = findCondition(deployment.status?.conditions, "Progressing");
  if (!hasDeadline(deployment) || current === undefined || isComplete(deployment, deployment.status ?? {})) return;
  if (current.reason === "ProgressDeadlineExceeded" || current.reason === "NewReplicaSetAvailable") return;
  const since = parseTimestamp(current.lastUpdateTime ?? "") ?? world.nowMs();
  const dueMs = since + (deployment.spec.progressDeadlineSeconds as number) * 1000 + 1000;
  enqueueAfter(world, "deployment", `${deployment.metadata.namespace}/${deployment.metadata.name}`, dueMs - world.nowMs());
};
