import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { resolvePercentage } from "../../controller-runtime/percentage.ts";

/** Replicas wished for. */
export const wantedReplicas = ({ spec }: { readonly spec: { readonly replicas?: number } }): number => spec.replicas ?? 1;

/** Numbers of pods by which a rolling update may exceed the desired replicas, and fall below them. */
export const rollingBounds = (deployment: Deployment): { readonly surge: number; readonly unavailable: number } => {
  if (deployment.spec.strategy?.type === "Recreate") return { surge: 0, unavailable: 0 };
  const replicas = wantedReplicas(deployment);
  const { maxSurge, maxUnavailable } = deployment.spec.strategy?.rollingUpdate ?? {};
  const surge = resolvePercentage(maxSurge, replicas, "up");
  const unavailable = resolvePercentage(maxUnavailable, replicas, "down");
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, replicas) };
};

/** Sum of the desired replicas of the ReplicaSets. */
export const sumWanted = (replicaSets: readonly (ReplicaSet | undefined)[]): number =>
  sum(replicaSets, (replicaSet) => wantedReplicas(replicaSet));

/** Sum of the replicas that exist. */
export const sumActual = (replicaSets: readonly (ReplicaSet | undefined)[]): number =>
  sum(replicaSets, ({ status }) => status?.replicas ?? 0);

/** Sum of the ready replicas. */
export const sumReady = (replicaSets: readonly (ReplicaSet | undefined)[]): number =>
  sum(replicaSets, ({ status }) => status?.readyReplicas ?? 0);

/** Sum of the available replicas. */
export const sumAvailable = (replicaSets: readonly (ReplicaSet | undefined)[]): number =>
  sum(replicaSets, ({ status }) => status?.availableReplicas ?? 0);

/** Sum of the terminating pods. */
export const sumTerminating = (replicaSets: readonly (ReplicaSet | undefined)[]): number =>
  sum(replicaSets, ({ status }) => status?.terminatingReplicas ?? 0);

/** ReplicaSets with any replica wished for. */
export const activeOnes = (replicaSets: readonly ReplicaSet[]): readonly ReplicaSet[] =>
  replicaSets.filter((replicaSet) => wantedReplicas(replicaSet) > 0);

const sum = (replicaSets: readonly (ReplicaSet | undefined)[], of: (replicaSet: ReplicaSet) => number): number =>
  replicaSets.reduce((total, replicaSet) => total + (replicaSet === undefined ? 0 : of(replicaSet)), 0);
