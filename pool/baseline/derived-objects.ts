import type { KubeObject } from "#kube/types/meta.ts";
import type { Objects } from "./compare-baseline.ts";
import { isServed } from "./remove-object.ts";

/**
 * True for objects that the cluster's controllers keep: they follow when what they are made from is put back.
 *
 * Anybody may write an owner into an object, so that only those count which a controller looks after: it gives up, or puts
 * right, what is not of its making.
 * @param objects what is there beside it
 */
export const isDerived = (resource: string, object: KubeObject, objects: Objects): boolean => {
  const { name, namespace, ownerReferences = [], finalizers = [], annotations } = object.metadata;
  // No controller holds on to what it keeps: somebody else did.
  if (!finalizers.every(isServed)) return false;
  if (KEPT_BY_THE_CLUSTER[resource]?.test(`${namespace}/${name}`) === true) return true;
  if (resource === "endpoints")
    return objects.services?.some(({ metadata }) => metadata.name === name && metadata.namespace === namespace) === true;
  // A kubelet shows its static pods so, and deletes such as it does not know.
  if (resource === "pods" && annotations?.["kubernetes.io/config.mirror"] !== undefined) return true;
  const owner = ownerReferences.find(({ controller }) => controller === true);
  return owner !== undefined && KEEPERS[resource]?.has(owner.kind) === true;
};

/** `namespace/name` of what the cluster itself writes and takes away again. */
const KEPT_BY_THE_CLUSTER: Readonly<Record<string, RegExp>> = {
  configmaps: /\/(?:kube-root-ca\.crt|cluster-info)$/,
  "leases.coordination.k8s.io": /^kube-/,
  secrets: /\/bootstrap-token-/,
};

/** Kinds whose controllers look after objects of a resource. */
const KEEPERS: Readonly<Record<string, ReadonlySet<string>>> = {
  pods: new Set(["ReplicaSet", "StatefulSet", "DaemonSet", "Job", "ReplicationController"]),
  "replicasets.apps": new Set(["Deployment"]),
  "controllerrevisions.apps": new Set(["StatefulSet", "DaemonSet"]),
  "jobs.batch": new Set(["CronJob"]),
  "endpointslices.discovery.k8s.io": new Set(["Service", "Endpoints"]),
};
