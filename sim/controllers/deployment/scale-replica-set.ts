import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { activeOnes, rollingBounds, sumWanted, wantedReplicas } from "./numbers.ts";
import { DESIRED_REPLICAS, sameAnnotations, withReplicaBounds } from "./revision.ts";

/** True when the Deployment was scaled since its ReplicaSets were. */
export const isScalingEvent = (deployment: Deployment, replicaSets: readonly ReplicaSet[]): boolean =>
  activeOnes(replicaSets).some(({ metadata }) => {
    const desired = metadata.annotations?.[DESIRED_REPLICAS];
    return desired !== undefined && Number(desired) !== wantedReplicas(deployment);
  });

/**
 * Sets the replicas of a ReplicaSet and says so in an event.
 *
 * @returns the ReplicaSet afterwards; undefined when nothing changed
 */
export const scaleReplicaSet = (world: World, deployment: Deployment, replicaSet: ReplicaSet, replicas: number): ReplicaSet | undefined => {
  const before = wantedReplicas(replicaSet);
  const annotations = withReplicaBounds(deployment, replicaSet.metadata.annotations);
  if (before === replicas && sameAnnotations(annotations, replicaSet.metadata.annotations)) return undefined;
  const client = clientFor(world, "deployment-controller");
  const result = client.update<ReplicaSet>("replicasets.apps", {
    ...replicaSet,
    metadata: { ...replicaSet.metadata, annotations },
    spec: { ...replicaSet.spec, replicas },
  });
  if (!result.ok || before === replicas) return undefined;
  const direction = replicas > before ? "up" : "down";
  client.event(deployment, {
    type: "Normal",
    reason: "ScalingReplicaSet",
    message: `Scaled ${direction} replica set ${replicaSet.metadata.name} from ${before} to ${replicas}`,
    component: "deployment-controller",
  });
  return result.value;
};

/** Distributes a change of replicas over the ReplicaSets of a rollout in progress, in proportion to their sizes. */
export const scaleProportionally = (
  world: World,
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  newest: ReplicaSet | undefined,
): void => {
  const wanted = wantedReplicas(deployment);
  const active = activeOnes(replicaSets);
  const only = active.length === 1 ? active[0] : active.length === 0 ? (newest ?? latest(replicaSets)) : undefined;
  if (only !== undefined) return void scaleReplicaSet(world, deployment, only, wanted);
  if (newest !== undefined && isSaturated(deployment, newest)) {
    for (const old of active) if (old.metadata.uid !== newest.metadata.uid) scaleReplicaSet(world, deployment, old, 0);
    return;
  }
  if (deployment.spec.strategy?.type !== "Recreate") spread(world, deployment, active, wanted);
};

const spread = (world: World, deployment: Deployment, active: readonly ReplicaSet[], wanted: number): void => {
  const total = sumWanted(active);
  const allowed = wanted > 0 ? wanted + rollingBounds(deployment).surge : 0;
  let left = allowed - total;
  const bySize = [...active].sort((a, b) => wantedReplicas(b) - wantedReplicas(a) || (left > 0 ? newerFirst(a, b) : -newerFirst(a, b)));
  const targets = new Map<string, number>();
  for (const replicaSet of bySize) {
    const share = left === 0 ? 0 : clampToSign(fraction(deployment, replicaSet, allowed), left);
    targets.set(replicaSet.metadata.name, wantedReplicas(replicaSet) + share);
    left -= share;
  }
  bySize.forEach((replicaSet, i) => {
    const target = (targets.get(replicaSet.metadata.name) as number) + (i === 0 ? left : 0);
    scaleReplicaSet(world, deployment, replicaSet, Math.max(0, target));
  });
};

/** Change of this ReplicaSet in proportional scaling, from the bounds in the annotation of its last scaling, in replicas. */
const fraction = (deployment: Deployment, replicaSet: ReplicaSet, allowed: number): number => {
  const replicas = wantedReplicas(replicaSet);
  if (wantedReplicas(deployment) === 0) return -replicas;
  const noted = Number(replicaSet.metadata.annotations?.["deployment.kubernetes.io/max-replicas"] ?? "0");
  const before = noted > 0 ? noted : allowed;
  return Math.round((replicas * allowed) / before) - replicas;
};

const clampToSign = (share: number, left: number): number =>
  left > 0 ? Math.max(0, Math.min(share, left)) : Math.min(0, Math.max(share, left));

const isSaturated = (deployment: Deployment, replicaSet: ReplicaSet): boolean =>
  wantedReplicas(replicaSet) === wantedReplicas(deployment) &&
  Number(replicaSet.metadata.annotations?.[DESIRED_REPLICAS] ?? "-1") === wantedReplicas(deployment) &&
  (replicaSet.status?.availableReplicas ?? 0) === wantedReplicas(deployment);

const latest = (replicaSets: readonly ReplicaSet[]): ReplicaSet | undefined => [...replicaSets].sort(newerFirst)[0];

const newerFirst = (a: ReplicaSet, b: ReplicaSet): number => {
  const [left, right] = [a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""];
  return left === right ? (a.metadata.name < b.metadata.name ? -1 : 1) : left > right ? -1 : 1;
};
