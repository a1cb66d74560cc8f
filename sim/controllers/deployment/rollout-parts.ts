import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { sameTemplate } from "../../controller-runtime/template-hash.ts";

/** Deployment with its new and old ReplicaSets. */
export interface Rollout {
  readonly deployment: Deployment;
  /** The ReplicaSet of the present template. */
  readonly newest: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
  /** True when the newest could not be made or brought up to date: nothing else is done before it is. */
  readonly isStuck?: boolean;
}

/** ReplicaSet with the Deployment's template; the oldest of several. */
export const findNewReplicaSet = (deployment: Deployment, replicaSets: readonly ReplicaSet[]): ReplicaSet | undefined =>
  replicaSets.find(({ spec }) => spec.template !== undefined && sameTemplate(spec.template, deployment.spec.template));
