/**
 * The resources of namespaces that a baseline holds, in the order in which missing objects are made again:
 * what others refer to comes first.
 */
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

/** What else belongs to a slot that is a whole cluster, in the same order. */
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
