import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { rollingBounds, wantedReplicas } from "./numbers.ts";

/** Annotation with the number of a rollout. */
export const REVISION = "deployment.kubernetes.io/revision";
/** Annotation with the replicas that the Deployment wished for when it last scaled the ReplicaSet. */
export const DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";
const MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";
const REVISION_HISTORY = "deployment.kubernetes.io/revision-history";
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const NOT_COPIED: readonly string[] = [
  LAST_APPLIED,
  REVISION,
  REVISION_HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  "deprecated.deployment.rollback.to",
];

type Annotations = Readonly<Record<string, string>>;

/** The rollout number of an object, 0 when it has none. */
export const revisionOf = ({ metadata }: { readonly metadata: { readonly annotations?: Annotations } }): number => {
  const revision = Number(metadata.annotations?.[REVISION] ?? "0");
  return Number.isInteger(revision) ? revision : 0;
};

/** The highest rollout number among ReplicaSets. */
export const maxRevision = (replicaSets: readonly ReplicaSet[]): number =>
  replicaSets.reduce((max, replicaSet) => Math.max(max, revisionOf(replicaSet)), 0);

/** The annotations that the newest ReplicaSet should have: those of the Deployment, the rollout number, the replica bounds. */
export const newReplicaSetAnnotations = (deployment: Deployment, revision: number, present: Annotations | undefined): Annotations => {
  const annotations: Record<string, string> = { ...present };
  for (const [key, value] of Object.entries(deployment.metadata.annotations ?? {})) if (!NOT_COPIED.includes(key)) annotations[key] = value;
  const before = Number(annotations[REVISION] ?? "0");
  if (before < revision) {
    if (before > 0) annotations[REVISION_HISTORY] = [annotations[REVISION_HISTORY], `${before}`].filter(Boolean).join(",");
    annotations[REVISION] = `${revision}`;
  }
  return withReplicaBounds(deployment, annotations);
};

/** The annotations with the replica bounds of a Deployment as it stands. */
export const withReplicaBounds = (deployment: Deployment, annotations: Annotations | undefined): Annotations => {
  const desired = wantedReplicas(deployment);
  return { ...annotations, [DESIRED_REPLICAS]: `${desired}`, [MAX_REPLICAS]: `${desired + rollingBounds(deployment).surge}` };
};

/** True when two maps have the same pairs. */
export const sameAnnotations = (a: Annotations | undefined, b: Annotations | undefined): boolean => {
  const [left, right] = [a ?? {}, b ?? {}];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
};
