import type { ReplicaSet } from "#kube/types/workloads.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import type { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";

/** Kind that keeps a number of pods: ReplicaSets, and ReplicationControllers. */
export interface ReplicaKind {
  /** Name of the work queue. */
  readonly name: string;
  readonly resource: string;
  readonly kind: string;
  /** User that writes, and the source of its events. */
  readonly user: Parameters<typeof clientFor>[1];
  /** False for ReplicationControllers, which do not report terminating pods. */
  readonly tellsTerminating: boolean;
}

export const REPLICA_SETS: ReplicaKind = {
  name: "replicaset",
  resource: "replicasets.apps",
  kind: "ReplicaSet",
  user: "replicaset-controller",
  tellsTerminating: true,
};

export const REPLICATION_CONTROLLERS: ReplicaKind = {
  name: "replication-controller",
  resource: "replicationcontrollers",
  kind: "ReplicationController",
  user: "replication-controller",
  tellsTerminating: false,
};

/** An object of a kind, read as a ReplicaSet. */
export const findReplicaSet = (world: World, { resource }: ReplicaKind, namespace: string | undefined, name: string) => {
  const found = getObject<ReplicaSet>(world, resource, namespace, name);
  return found === undefined ? undefined : asReplicaSet(found);
};

/** All of a kind in a namespace, read as ReplicaSets. */
export const listReplicaSets = (world: World, { resource }: ReplicaKind, namespace: string | undefined): readonly ReplicaSet[] =>
  listObjects<ReplicaSet>(world, resource, namespace).map(asReplicaSet);

/** ReplicationController in the form of a ReplicaSet; its selector is a map of labels. */
const asReplicaSet = (object: ReplicaSet): ReplicaSet => {
  if (object.kind !== "ReplicationController") return object;
  const labels = object.spec.selector as unknown as Readonly<Record<string, string>> | undefined;
  return { ...object, spec: { ...object.spec, selector: { matchLabels: labels ?? {} } } };
};
