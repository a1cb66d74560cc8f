import { describeCertificateRequest } from "./certificate-request.ts";
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
import { describeIngressClass } from "./ingress-class.ts";
import { describeEndpointSlice, describeEndpoints, describeIngress, describeNetworkPolicy, describeService } from "./network.ts";
import { describeNode } from "./node.ts";
import { describePod } from "./pod.ts";
import { describeAutoscaler, describeDisruptionBudget } from "./policies.ts";
import { describeAddress, describeServiceRange } from "./service-addresses.ts";
import { describeClaim, describeStorageClass, describeVolume } from "./storage.ts";
import { describeVolumeAttributesClass, describeVolumeNode } from "./volume-drivers.ts";
import {
  describeCronJob,
  describeDaemonSet,
  describeDeployment,
  describeJob,
  describeReplicaSet,
  describeStatefulSet,
} from "./workloads.ts";

/** Describers by kind with group; other kinds are described by their fields. */
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
  "ingressclasses.networking.k8s.io": describeIngressClass,
  "ipaddresses.networking.k8s.io": describeAddress,
  "networkpolicies.networking.k8s.io": describeNetworkPolicy,
  "servicecidrs.networking.k8s.io": describeServiceRange,
  "poddisruptionbudgets.policy": describeDisruptionBudget,
  "certificatesigningrequests.certificates.k8s.io": describeCertificateRequest,
  "csinodes.storage.k8s.io": describeVolumeNode,
  "storageclasses.storage.k8s.io": describeStorageClass,
  "volumeattributesclasses.storage.k8s.io": describeVolumeAttributesClass,
  "priorityclasses.scheduling.k8s.io": describePriorityClass,
  "roles.rbac.authorization.k8s.io": describeRole,
  "clusterroles.rbac.authorization.k8s.io": describeRole,
  "rolebindings.rbac.authorization.k8s.io": describeBinding,
  "clusterrolebindings.rbac.authorization.k8s.io": describeBinding,
};

/** The describer of a resource, `deployments.apps`. */
export const describerOf = (resource: string): Describer => DESCRIBERS[resource] ?? describeGeneric;
