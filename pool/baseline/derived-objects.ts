import type { KubeObject } from "#kube/types/meta.ts";
import type { Objects } from "./compare-baseline.ts";
import { isServed } from "./remove-object.ts";

/**
 * True for objects that the cluster's controllers derive from others, with which they are restored.
 *
 * Anybody can write an owner reference, so only objects whose controller corrects or releases them count.
 * @param objects the other objects of the slot
 */
export const isDerived = (resource: string, object: KubeObject, objects: Objects): boolean => {
  const { name, namespace, ownerReferences = [], finalizers = [], annotations } = object.metadata;
  // No controller holds on to what it keeps: somebody else did.
  if (!finalizers.every((finalizer) => isServed(resource, finalizer))) return false;
  if (KEPT_BY_THE_CLUSTER[resource]?.test(`${namespace}/${name}`) === true) return true;
  if (resource === "endpoints")
    return objects.services?.some(({ metadata }) => metadata.name === name && metadata.namespace === namespace) === true;
  // A kubelet shows its static pods so, and deletes such as it does not know.
  if (resource === "pods" && annotations?.["kubernetes.io/config.mirror"] !== undefined) return true;
  const owner = ownerReferences.find(({ controller }) => controller === true);
  return owner !== undefined && CONTROLLER_KINDS[resource]?.has(owner.kind) === true;
};

/** Pattern of `namespace/name` of objects that the cluster itself creates and deletes, by resource. */
const KEPT_BY_THE_CLUSTER: Readonly<Record<string, RegExp>> = {
  configmaps: /\/(?:kube-root-ca\.crt|cluster-info)$/,
  "leases.coordination.k8s.io": /^kube-/,
  secrets: /\/bootstrap-token-/,
};

/** Kinds of the controllers of a resource's objects. */
const CONTROLLER_KINDS: Readonly<Record<string, ReadonlySet<string>>> = {
  pods: new Set(["ReplicaSet", "StatefulSet", "DaemonSet", "Job", "ReplicationController"]),
  "replicasets.apps": new Set(["Deployment"]),
  "controllerrevisions.apps": new Set(["StatefulSet", "DaemonSet"]),
  "jobs.batch": new Set(["CronJob"]),
  "endpointslices.discovery.k8s.io": new Set(["Service", "Endpoints"]),
};
