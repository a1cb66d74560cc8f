import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { sameTemplate } from "../../controller-runtime/template-hash.ts";

/** A Deployment with its ReplicaSets told apart. */
export interface Rollout {
  readonly deployment: Deployment;
  /** The ReplicaSet of the present template. */
  readonly newest: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
}

/** The ReplicaSet whose template is the Deployment's; the oldest of several. */
export const findNewReplicaSet = (deployment: Deployment, replicaSets: readonly ReplicaSet[]): ReplicaSet | undefined =>
  replicaSets.find(({ spec }) => spec.template !== undefined && sameTemplate(spec.template, deployment.spec.template));
