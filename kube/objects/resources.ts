/** A resource of the Kubernetes API: one row of what `kubectl api-resources` prints. */
export interface ResourceRow {
  /** Plural with group, `pods`, `deployments.apps`: the name of a resource everywhere in this code. */
  readonly resource: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

type Extras = Partial<Pick<ResourceRow, "shortNames" | "categories" | "verbs" | "subresources">>;

const ALL_VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"] as const;
const CREATE_ONLY = ["create"] as const;

const row = (apiVersion: string, plural: string, singular: string, kind: string, isNamespaced: boolean, extras: Extras): ResourceRow => {
  const { group, version } = splitApiVersion(apiVersion);
  const resource = group === "" ? plural : `${plural}.${group}`;
  const fixed = { resource, group, version, plural, singular, kind, namespaced: isNamespaced };
  return Object.freeze({ ...fixed, shortNames: [], categories: [], verbs: ALL_VERBS, subresources: [], ...extras });
};

/** Splits `apps/v1` into group and version; `v1` has the empty group. */
export function splitApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? { group: "", version: apiVersion } : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

const namespaced = (apiVersion: string, plural: string, singular: string, kind: string, extras: Extras = {}): ResourceRow =>
  row(apiVersion, plural, singular, kind, true, extras);
const clusterScoped = (apiVersion: string, plural: string, singular: string, kind: string, extras: Extras = {}): ResourceRow =>
  row(apiVersion, plural, singular, kind, false, extras);

/** Every resource that the cluster serves, in the order of discovery: groups by priority, plurals by name. */
export const RESOURCES: readonly ResourceRow[] = Object.freeze([
  namespaced("v1", "bindings", "binding", "Binding", { verbs: CREATE_ONLY }),
  clusterScoped("v1", "componentstatuses", "componentstatus", "ComponentStatus", { shortNames: ["cs"], verbs: ["get", "list"] }),
  namespaced("v1", "configmaps", "configmap", "ConfigMap", { shortNames: ["cm"] }),
  namespaced("v1", "endpoints", "endpoints", "Endpoints", { shortNames: ["ep"] }),
  namespaced("v1", "events", "event", "Event", { shortNames: ["ev"] }),
  namespaced("v1", "limitranges", "limitrange", "LimitRange", { shortNames: ["limits"] }),
  clusterScoped("v1", "namespaces", "namespace", "Namespace", {
    shortNames: ["ns"],
    subresources: ["finalize", "status"],
    verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  }),
  clusterScoped("v1", "nodes", "node", "Node", { shortNames: ["no"], subresources: ["proxy", "status"] }),
  namespaced("v1", "persistentvolumeclaims", "persistentvolumeclaim", "PersistentVolumeClaim", {
    shortNames: ["pvc"],
    subresources: ["status"],
  }),
  clusterScoped("v1", "persistentvolumes", "persistentvolume", "PersistentVolume", { shortNames: ["pv"], subresources: ["status"] }),
  namespaced("v1", "pods", "pod", "Pod", {
    shortNames: ["po"],
    categories: ["all"],
    subresources: ["attach", "binding", "ephemeralcontainers", "eviction", "exec", "log", "portforward", "proxy", "resize", "status"],
  }),
  namespaced("v1", "podtemplates", "podtemplate", "PodTemplate"),
  namespaced("v1", "replicationcontrollers", "replicationcontroller", "ReplicationController", {
    shortNames: ["rc"],
    categories: ["all"],
    subresources: ["scale", "status"],
  }),
  namespaced("v1", "resourcequotas", "resourcequota", "ResourceQuota", { shortNames: ["quota"], subresources: ["status"] }),
  namespaced("v1", "secrets", "secret", "Secret"),
  namespaced("v1", "serviceaccounts", "serviceaccount", "ServiceAccount", { shortNames: ["sa"], subresources: ["token"] }),
  namespaced("v1", "services", "service", "Service", { shortNames: ["svc"], categories: ["all"], subresources: ["proxy", "status"] }),
  clusterScoped("apiregistration.k8s.io/v1", "apiservices", "apiservice", "APIService", {
    categories: ["api-extensions"],
    subresources: ["status"],
  }),
  namespaced("apps/v1", "controllerrevisions", "controllerrevision", "ControllerRevision"),
  namespaced("apps/v1", "daemonsets", "daemonset", "DaemonSet", { shortNames: ["ds"], categories: ["all"], subresources: ["status"] }),
  namespaced("apps/v1", "deployments", "deployment", "Deployment", {
    shortNames: ["deploy"],
    categories: ["all"],
    subresources: ["scale", "status"],
  }),
  namespaced("apps/v1", "replicasets", "replicaset", "ReplicaSet", {
    shortNames: ["rs"],
    categories: ["all"],
    subresources: ["scale", "status"],
  }),
  namespaced("apps/v1", "statefulsets", "statefulset", "StatefulSet", {
    shortNames: ["sts"],
    categories: ["all"],
    subresources: ["scale", "status"],
  }),
  namespaced("events.k8s.io/v1", "events", "event", "Event", { shortNames: ["ev"] }),
  clusterScoped("authentication.k8s.io/v1", "selfsubjectreviews", "selfsubjectreview", "SelfSubjectReview", { verbs: CREATE_ONLY }),
  clusterScoped("authentication.k8s.io/v1", "tokenreviews", "tokenreview", "TokenReview", { verbs: CREATE_ONLY }),
  namespaced("authorization.k8s.io/v1", "localsubjectaccessreviews", "localsubjectaccessreview", "LocalSubjectAccessReview", {
    verbs: CREATE_ONLY,
  }),
  clusterScoped("authorization.k8s.io/v1", "selfsubjectaccessreviews", "selfsubjectaccessreview", "SelfSubjectAccessReview", {
    verbs: CREATE_ONLY,
  }),
  clusterScoped("authorization.k8s.io/v1", "selfsubjectrulesreviews", "selfsubjectrulesreview", "SelfSubjectRulesReview", {
    verbs: CREATE_ONLY,
  }),
  clusterScoped("authorization.k8s.io/v1", "subjectaccessreviews", "subjectaccessreview", "SubjectAccessReview", { verbs: CREATE_ONLY }),
  namespaced("autoscaling/v2", "horizontalpodautoscalers", "horizontalpodautoscaler", "HorizontalPodAutoscaler", {
    shortNames: ["hpa"],
    categories: ["all"],
    subresources: ["status"],
  }),
  namespaced("batch/v1", "cronjobs", "cronjob", "CronJob", { shortNames: ["cj"], categories: ["all"], subresources: ["status"] }),
  namespaced("batch/v1", "jobs", "job", "Job", { categories: ["all"], subresources: ["status"] }),
  clusterScoped("certificates.k8s.io/v1", "certificatesigningrequests", "certificatesigningrequest", "CertificateSigningRequest", {
    shortNames: ["csr"],
    subresources: ["approval", "status"],
  }),
  clusterScoped("networking.k8s.io/v1", "ingressclasses", "ingressclass", "IngressClass"),
  namespaced("networking.k8s.io/v1", "ingresses", "ingress", "Ingress", { shortNames: ["ing"], subresources: ["status"] }),
  clusterScoped("networking.k8s.io/v1", "ipaddresses", "ipaddress", "IPAddress", { shortNames: ["ip"] }),
  namespaced("networking.k8s.io/v1", "networkpolicies", "networkpolicy", "NetworkPolicy", { shortNames: ["netpol"] }),
  clusterScoped("networking.k8s.io/v1", "servicecidrs", "servicecidr", "ServiceCIDR", { subresources: ["status"] }),
  namespaced("policy/v1", "poddisruptionbudgets", "poddisruptionbudget", "PodDisruptionBudget", {
    shortNames: ["pdb"],
    subresources: ["status"],
  }),
  clusterScoped("rbac.authorization.k8s.io/v1", "clusterrolebindings", "clusterrolebinding", "ClusterRoleBinding"),
  clusterScoped("rbac.authorization.k8s.io/v1", "clusterroles", "clusterrole", "ClusterRole"),
  namespaced("rbac.authorization.k8s.io/v1", "rolebindings", "rolebinding", "RoleBinding"),
  namespaced("rbac.authorization.k8s.io/v1", "roles", "role", "Role"),
  clusterScoped("storage.k8s.io/v1", "csidrivers", "csidriver", "CSIDriver"),
  clusterScoped("storage.k8s.io/v1", "csinodes", "csinode", "CSINode"),
  namespaced("storage.k8s.io/v1", "csistoragecapacities", "csistoragecapacity", "CSIStorageCapacity"),
  clusterScoped("storage.k8s.io/v1", "storageclasses", "storageclass", "StorageClass", { shortNames: ["sc"] }),
  clusterScoped("storage.k8s.io/v1", "volumeattachments", "volumeattachment", "VolumeAttachment", { subresources: ["status"] }),
  clusterScoped("storage.k8s.io/v1", "volumeattributesclasses", "volumeattributesclass", "VolumeAttributesClass", { shortNames: ["vac"] }),
  clusterScoped(
    "admissionregistration.k8s.io/v1",
    "mutatingwebhookconfigurations",
    "mutatingwebhookconfiguration",
    "MutatingWebhookConfiguration",
    { categories: ["api-extensions"] },
  ),
  clusterScoped(
    "admissionregistration.k8s.io/v1",
    "validatingadmissionpolicies",
    "validatingadmissionpolicy",
    "ValidatingAdmissionPolicy",
    { categories: ["api-extensions"], subresources: ["status"] },
  ),
  clusterScoped(
    "admissionregistration.k8s.io/v1",
    "validatingadmissionpolicybindings",
    "validatingadmissionpolicybinding",
    "ValidatingAdmissionPolicyBinding",
    { categories: ["api-extensions"] },
  ),
  clusterScoped(
    "admissionregistration.k8s.io/v1",
    "validatingwebhookconfigurations",
    "validatingwebhookconfiguration",
    "ValidatingWebhookConfiguration",
    { categories: ["api-extensions"] },
  ),
  clusterScoped("apiextensions.k8s.io/v1", "customresourcedefinitions", "customresourcedefinition", "CustomResourceDefinition", {
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
    subresources: ["status"],
  }),
  clusterScoped("scheduling.k8s.io/v1", "priorityclasses", "priorityclass", "PriorityClass", { shortNames: ["pc"] }),
  namespaced("coordination.k8s.io/v1", "leases", "lease", "Lease"),
  clusterScoped("node.k8s.io/v1", "runtimeclasses", "runtimeclass", "RuntimeClass"),
  namespaced("discovery.k8s.io/v1", "endpointslices", "endpointslice", "EndpointSlice"),
  clusterScoped("resource.k8s.io/v1", "deviceclasses", "deviceclass", "DeviceClass"),
  namespaced("resource.k8s.io/v1", "resourceclaims", "resourceclaim", "ResourceClaim", { subresources: ["status"] }),
  namespaced("resource.k8s.io/v1", "resourceclaimtemplates", "resourceclaimtemplate", "ResourceClaimTemplate"),
  clusterScoped("resource.k8s.io/v1", "resourceslices", "resourceslice", "ResourceSlice"),
  clusterScoped("flowcontrol.apiserver.k8s.io/v1", "flowschemas", "flowschema", "FlowSchema", { subresources: ["status"] }),
  clusterScoped(
    "flowcontrol.apiserver.k8s.io/v1",
    "prioritylevelconfigurations",
    "prioritylevelconfiguration",
    "PriorityLevelConfiguration",
    { subresources: ["status"] },
  ),
  clusterScoped("metrics.k8s.io/v1beta1", "nodes", "", "NodeMetrics", { verbs: ["get", "list"] }),
  namespaced("metrics.k8s.io/v1beta1", "pods", "", "PodMetrics", { verbs: ["get", "list"] }),
]);

/** Other versions in which the cluster serves resources of the catalogue; objects are stored in the catalogue's version. */
export const OTHER_VERSIONS: readonly ResourceRow[] = Object.freeze([
  namespaced("autoscaling/v1", "horizontalpodautoscalers", "horizontalpodautoscaler", "HorizontalPodAutoscaler", {
    shortNames: ["hpa"],
    categories: ["all"],
    subresources: ["status"],
  }),
]);

/** Returns the row of a resource such as `deployments.apps`; undefined when there is none. */
export const resourceRow = (resource: string): ResourceRow | undefined => byResource.get(resource);

/** Finds the row that serves objects of this apiVersion and kind, in any served version of the group. */
export const resourceOfKind = (apiVersion: string, kind: string): ResourceRow | undefined => {
  const { group, version } = splitApiVersion(apiVersion);
  const found = byKind.get(`${group}/${kind}`);
  if (found === undefined || found.version === version) return found;
  return OTHER_VERSIONS.find((row) => row.group === group && row.version === version && row.kind === kind);
};

/**
 * Finds the resource that a user means by `deploy`, `deployment`, `Deployment`, `deployments.apps` or
 * `deployments.v1.apps`.
 *
 * Where several groups fit, the first one in discovery order wins, as in kubectl.
 */
export const findResource = (text: string): ResourceRow | undefined => {
  const lower = text.toLowerCase();
  const direct = byName.get(lower);
  if (direct !== undefined) return direct;
  const dot = lower.indexOf(".");
  if (dot === -1) return undefined;
  const name = lower.slice(0, dot);
  const rest = lower.slice(dot + 1);
  const fits = (candidate: ResourceRow): boolean => namesOf(candidate).includes(name) && fitsGroup(candidate, rest);
  return RESOURCES.find(fits) ?? OTHER_VERSIONS.find(fits);
};

/** API version of a resource as in objects: `v1`, `apps/v1`. */
export const apiVersionOf = ({ group, version }: Pick<ResourceRow, "group" | "version">): string =>
  group === "" ? version : `${group}/${version}`;

const namesOf = (candidate: ResourceRow): readonly string[] =>
  [candidate.plural, candidate.singular, candidate.kind.toLowerCase(), ...candidate.shortNames].filter((name) => name !== "");

const fitsGroup = ({ group, version }: ResourceRow, text: string): boolean =>
  text === group || text === `${version}.${group}` || (group === "" && text === version) || (group !== "" && group.startsWith(`${text}.`));

const firstWins = (entries: readonly (readonly [string, ResourceRow])[]): ReadonlyMap<string, ResourceRow> =>
  new Map([...entries].reverse());

const byResource: ReadonlyMap<string, ResourceRow> = new Map(RESOURCES.map((candidate) => [candidate.resource, candidate]));
const byKind = firstWins(RESOURCES.map((candidate) => [`${candidate.group}/${candidate.kind}`, candidate]));
const byName = firstWins(RESOURCES.flatMap((candidate) => namesOf(candidate).map((name) => [name, candidate] as const)));
