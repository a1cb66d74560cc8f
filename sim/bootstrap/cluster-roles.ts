import type { PolicyRule } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** The roles that every cluster has for people, for discovery, and for its own components. */
export const clusterRoles = (): readonly KubeObject[] => [
  role("cluster-admin", [
    { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
    { nonResourceURLs: ["*"], verbs: ["*"] },
  ]),
  role("admin", [
    ...READ_RULES,
    ...WRITE_RULES,
    { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles", "rolebindings"], verbs: [...READ, ...WRITE] },
    { apiGroups: ["authorization.k8s.io"], resources: ["localsubjectaccessreviews"], verbs: ["create"] },
  ]),
  role("edit", [...READ_RULES, ...WRITE_RULES], { "rbac.authorization.k8s.io/aggregate-to-admin": "true" }),
  role(
    "view",
    READ_RULES.filter(({ resources }) => resources?.includes("secrets") !== true),
    { "rbac.authorization.k8s.io/aggregate-to-edit": "true" },
  ),
  role("system:basic-user", [
    { apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"], verbs: ["create"] },
    { apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"], verbs: ["create"] },
  ]),
  role("system:discovery", [
    {
      nonResourceURLs: [
        "/api",
        "/api/*",
        "/apis",
        "/apis/*",
        "/healthz",
        "/livez",
        "/openapi",
        "/openapi/*",
        "/readyz",
        "/version",
        "/version/",
      ],
      verbs: ["get"],
    },
  ]),
  role("system:public-info-viewer", [{ nonResourceURLs: ["/healthz", "/livez", "/readyz", "/version", "/version/"], verbs: ["get"] }]),
  role("system:coredns", [
    { apiGroups: [""], resources: ["endpoints", "services", "pods", "namespaces"], verbs: ["list", "watch"] },
    { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["list", "watch"] },
  ]),
  role("system:node-proxier", [
    { apiGroups: [""], resources: ["endpoints", "services", "nodes"], verbs: READ },
    { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["list", "watch"] },
  ]),
  role(
    "local-path-provisioner-role",
    [
      { apiGroups: [""], resources: ["nodes", "persistentvolumeclaims", "configmaps", "pods", "pods/log"], verbs: READ },
      { apiGroups: [""], resources: ["persistentvolumes"], verbs: [...READ, "create", "patch", "update", "delete"] },
      { apiGroups: ["storage.k8s.io"], resources: ["storageclasses"], verbs: READ },
    ],
    undefined,
  ),
  binding("cluster-admin", "cluster-admin", [{ kind: "Group", name: "system:masters", apiGroup: RBAC }]),
  binding("kubeadm:cluster-admins", "cluster-admin", [{ kind: "Group", name: "kubeadm:cluster-admins", apiGroup: RBAC }]),
  binding("system:basic-user", "system:basic-user", [AUTHENTICATED]),
  binding("system:discovery", "system:discovery", [AUTHENTICATED]),
  binding("system:public-info-viewer", "system:public-info-viewer", [
    AUTHENTICATED,
    { kind: "Group", name: "system:unauthenticated", apiGroup: RBAC },
  ]),
  binding("system:coredns", "system:coredns", [{ kind: "ServiceAccount", name: "coredns", namespace: "kube-system" }]),
  binding("system:node-proxier", "system:node-proxier", [{ kind: "User", name: "system:kube-proxy", apiGroup: RBAC }]),
  binding("local-path-provisioner-bind", "local-path-provisioner-role", [
    { kind: "ServiceAccount", name: "local-path-provisioner-service-account", namespace: "local-path-storage" },
  ]),
];

const RBAC = "rbac.authorization.k8s.io";
const AUTHENTICATED = Object.freeze({ kind: "Group", name: "system:authenticated", apiGroup: RBAC });
const READ: readonly string[] = ["get", "list", "watch"];
const WRITE: readonly string[] = ["create", "delete", "deletecollection", "patch", "update"];

const CORE = [
  "configmaps",
  "endpoints",
  "persistentvolumeclaims",
  "persistentvolumeclaims/status",
  "pods",
  "replicationcontrollers",
  "replicationcontrollers/scale",
  "serviceaccounts",
  "services",
  "services/status",
];
const APPS = [
  "controllerrevisions",
  "daemonsets",
  "daemonsets/status",
  "deployments",
  "deployments/scale",
  "deployments/status",
  "replicasets",
  "replicasets/scale",
  "replicasets/status",
  "statefulsets",
  "statefulsets/scale",
  "statefulsets/status",
];

const READ_RULES: readonly PolicyRule[] = [
  {
    apiGroups: [""],
    resources: [
      ...CORE,
      "bindings",
      "events",
      "limitranges",
      "namespaces",
      "namespaces/status",
      "pods/log",
      "pods/status",
      "resourcequotas",
      "resourcequotas/status",
    ],
    verbs: READ,
  },
  { apiGroups: [""], resources: ["secrets"], verbs: READ },
  { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: READ },
  { apiGroups: ["apps"], resources: APPS, verbs: READ },
  { apiGroups: ["autoscaling"], resources: ["horizontalpodautoscalers", "horizontalpodautoscalers/status"], verbs: READ },
  { apiGroups: ["batch"], resources: ["cronjobs", "cronjobs/status", "jobs", "jobs/status"], verbs: READ },
  { apiGroups: ["policy"], resources: ["poddisruptionbudgets", "poddisruptionbudgets/status"], verbs: READ },
  { apiGroups: ["networking.k8s.io"], resources: ["ingresses", "ingresses/status", "networkpolicies"], verbs: READ },
];

const WRITE_RULES: readonly PolicyRule[] = [
  {
    apiGroups: [""],
    resources: ["pods/attach", "pods/exec", "pods/portforward", "pods/proxy", "services/proxy"],
    verbs: ["get", ...WRITE],
  },
  {
    apiGroups: [""],
    resources: [
      "configmaps",
      "events",
      "persistentvolumeclaims",
      "pods",
      "pods/eviction",
      "replicationcontrollers",
      "replicationcontrollers/scale",
      "secrets",
      "serviceaccounts",
      "services",
    ],
    verbs: WRITE,
  },
  { apiGroups: [""], resources: ["serviceaccounts/token"], verbs: ["create"] },
  {
    apiGroups: ["apps"],
    resources: APPS.filter((resource) => !resource.endsWith("/status") && resource !== "controllerrevisions"),
    verbs: WRITE,
  },
  { apiGroups: ["autoscaling"], resources: ["horizontalpodautoscalers"], verbs: WRITE },
  { apiGroups: ["batch"], resources: ["cronjobs", "jobs"], verbs: WRITE },
  { apiGroups: ["policy"], resources: ["poddisruptionbudgets"], verbs: WRITE },
  { apiGroups: ["networking.k8s.io"], resources: ["ingresses", "networkpolicies"], verbs: WRITE },
];

const BOOTSTRAP_LABELS = Object.freeze({ "kubernetes.io/bootstrapping": "rbac-defaults" });

function role(name: string, rules: readonly PolicyRule[], labels?: Readonly<Record<string, string>>): KubeObject {
  const isOwn = !name.startsWith("local-path");
  const metadata = isOwn
    ? { name, labels: { ...BOOTSTRAP_LABELS, ...labels }, annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" } }
    : { name };
  return { apiVersion: `${RBAC}/v1`, kind: "ClusterRole", metadata, rules } as KubeObject;
}

function binding(name: string, roleName: string, subjects: readonly object[]): KubeObject {
  const metadata =
    name.startsWith("local-path") || name.startsWith("kubeadm")
      ? { name }
      : { name, labels: BOOTSTRAP_LABELS, annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" } };
  return {
    apiVersion: `${RBAC}/v1`,
    kind: "ClusterRoleBinding",
    metadata,
    subjects,
    roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: roleName },
  } as KubeObject;
}
