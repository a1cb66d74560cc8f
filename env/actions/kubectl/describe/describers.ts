import {
  describeBinding,
  describeConfigMap,
  describeLimitRange,
  describeNamespace,
  describePriorityClass,
  describeResourceQuota,
  describeRole,
  describeSecret,
  describeServiceAccount,
} from "./configuration.ts";
import type { Describer } from "./describer.ts";
import { describeGeneric } from "./generic.ts";
import { describeEndpointSlice, describeEndpoints, describeIngress, describeNetworkPolicy, describeService } from "./network.ts";
import { describeNode } from "./node.ts";
import { describePod } from "./pod.ts";
import { describeAutoscaler, describeDisruptionBudget } from "./policies.ts";
import { describeClaim, describeStorageClass, describeVolume } from "./storage.ts";
import {
  describeCronJob,
  describeDaemonSet,
  describeDeployment,
  describeJob,
  describeReplicaSet,
  describeStatefulSet,
} from "./workloads.ts";

/** Describers by kind with group; kinds that are not here are described by their fields. */
const DESCRIBERS: Readonly<Record<string, Describer>> = {
  pods: describePod,
  services: describeService,
  endpoints: describeEndpoints,
  configmaps: describeConfigMap,
  secrets: describeSecret,
  serviceaccounts: describeServiceAccount,
  namespaces: describeNamespace,
  nodes: describeNode,
  persistentvolumeclaims: describeClaim,
  persistentvolumes: describeVolume,
  resourcequotas: describeResourceQuota,
  limitranges: describeLimitRange,
  replicationcontrollers: describeReplicaSet,
  "deployments.apps": describeDeployment,
  "replicasets.apps": describeReplicaSet,
  "statefulsets.apps": describeStatefulSet,
  "daemonsets.apps": describeDaemonSet,
  "jobs.batch": describeJob,
  "cronjobs.batch": describeCronJob,
  "horizontalpodautoscalers.autoscaling": describeAutoscaler,
  "endpointslices.discovery.k8s.io": describeEndpointSlice,
  "ingresses.networking.k8s.io": describeIngress,
  "networkpolicies.networking.k8s.io": describeNetworkPolicy,
  "poddisruptionbudgets.policy": describeDisruptionBudget,
  "storageclasses.storage.k8s.io": describeStorageClass,
  "priorityclasses.scheduling.k8s.io": describePriorityClass,
  "roles.rbac.authorization.k8s.io": describeRole,
  "clusterroles.rbac.authorization.k8s.io": describeRole,
  "rolebindings.rbac.authorization.k8s.io": describeBinding,
  "clusterrolebindings.rbac.authorization.k8s.io": describeBinding,
};

/** The describer of a resource, `deployments.apps`. */
export const describerOf = (resource: string): Describer => DESCRIBERS[resource] ?? describeGeneric;
