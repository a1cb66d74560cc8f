/** A resource whose objects belong to a slot's state. */
export interface TrackedResource {
  readonly resource: string;
  /** False: recorded for look-ups, but made by controllers of the cluster, so never compared or put back. */
  readonly restored: boolean;
}

/**
 * The resources of namespaces that a baseline holds, in the order in which missing objects are made again:
 * what others refer to comes first.
 */
export const TRACKED_RESOURCES: readonly TrackedResource[] = [
  { resource: "serviceaccounts", restored: true },
  { resource: "roles.rbac.authorization.k8s.io", restored: true },
  { resource: "rolebindings.rbac.authorization.k8s.io", restored: true },
  { resource: "resourcequotas", restored: true },
  { resource: "limitranges", restored: true },
  { resource: "configmaps", restored: true },
  { resource: "secrets", restored: true },
  { resource: "persistentvolumeclaims", restored: true },
  { resource: "services", restored: true },
  { resource: "ingresses.networking.k8s.io", restored: true },
  { resource: "networkpolicies.networking.k8s.io", restored: true },
  { resource: "poddisruptionbudgets.policy", restored: true },
  { resource: "deployments.apps", restored: true },
  { resource: "statefulsets.apps", restored: true },
  { resource: "daemonsets.apps", restored: true },
  { resource: "replicasets.apps", restored: true },
  { resource: "replicationcontrollers", restored: true },
  { resource: "cronjobs.batch", restored: true },
  { resource: "jobs.batch", restored: true },
  { resource: "horizontalpodautoscalers.autoscaling", restored: true },
  { resource: "pods", restored: true },
  { resource: "endpoints", restored: false },
  { resource: "endpointslices.discovery.k8s.io", restored: false },
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
