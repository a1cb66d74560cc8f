import { CUSTOM_KINDS } from "#kube/objects/custom-kinds.ts";

/** Namespaced resources in a baseline, in the order of creation: referenced objects first. */
export const TRACKED_RESOURCES: readonly string[] = [
  "serviceaccounts",
  "roles.rbac.authorization.k8s.io",
  "rolebindings.rbac.authorization.k8s.io",
  "resourcequotas",
  "limitranges",
  "configmaps",
  "secrets",
  "persistentvolumeclaims",
  "services",
  "ingresses.networking.k8s.io",
  "networkpolicies.networking.k8s.io",
  "poddisruptionbudgets.policy",
  // What operators make of them comes after them.
  ...CUSTOM_KINDS.map(({ resource }) => resource),
  "deployments.apps",
  "statefulsets.apps",
  "daemonsets.apps",
  "replicasets.apps",
  "replicationcontrollers",
  "cronjobs.batch",
  "jobs.batch",
  "horizontalpodautoscalers.autoscaling",
  "pods",
  "leases.coordination.k8s.io",
  "podtemplates",
  "controllerrevisions.apps",
  "endpoints",
  "endpointslices.discovery.k8s.io",
];

/** Further resources of a slot that is a whole cluster, in the order of creation. */
export const CLUSTER_RESOURCES: readonly string[] = [
  "nodes",
  "customresourcedefinitions.apiextensions.k8s.io",
  "clusterroles.rbac.authorization.k8s.io",
  "clusterrolebindings.rbac.authorization.k8s.io",
  "storageclasses.storage.k8s.io",
  "priorityclasses.scheduling.k8s.io",
  "ingressclasses.networking.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingadmissionpolicies.admissionregistration.k8s.io",
  "validatingadmissionpolicybindings.admissionregistration.k8s.io",
];
