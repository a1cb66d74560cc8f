import type { PolicyRule, RoleBinding } from "#kube/types/cluster.ts";
import type { KubeObject, ObjectMeta } from "#kube/types/meta.ts";
import { type AggregatedRole, aggregateRules } from "../apiserver/policy/rbac/aggregate-rules.ts";
import type { ClusterPlan } from "./cluster-plan.ts";
import { CLUSTER_ROLE_SUBJECTS, CLUSTER_ROLES, SYSTEM_BINDINGS, SYSTEM_ROLES } from "./generated/bootstrap-roles.ts";

/** Roles of every cluster: for people, for discovery, and for its own components. */
export const clusterRoles = ({ hasStorage }: Pick<ClusterPlan, "hasStorage">): readonly KubeObject[] => {
  const own = Object.entries(CLUSTER_ROLES).map(([name, rules]) =>
    role("ClusterRole", ownMetadata(name, labelsOf(name)), rules.map(readRule)),
  );
  return [
    ...own,
    ...aggregated(own),
    ...Object.entries(CLUSTER_ROLE_SUBJECTS).map(([name, subjects]) =>
      binding("ClusterRoleBinding", ownMetadata(name), { kind: "ClusterRole", name }, subjects.map(readSubject)),
    ),
    ...systemRoles(),
    ...componentRoles(),
    ...(hasStorage ? storageRoles() : []),
  ];
};

const GROUP = "rbac.authorization.k8s.io";
const AGGREGATE = `${GROUP}/aggregate-to-`;

/** Adds the rules of `view` to `edit`, and those to `admin`. */
const aggregated = (own: readonly AggregatedRole[]): readonly AggregatedRole[] => {
  const roles = [...own];
  for (const [name, whole] of [
    ["view", "edit"],
    ["edit", "admin"],
    ["admin", undefined],
  ] as const) {
    const labels: Readonly<Record<string, string>> = whole === undefined ? {} : { [`${AGGREGATE}${whole}`]: "true" };
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [`${AGGREGATE}${name}`]: "true" } }] };
    const empty: AggregatedRole = { ...role("ClusterRole", ownMetadata(name, labels), []), aggregationRule };
    roles.push({ ...empty, rules: aggregateRules(empty, roles) });
  }
  return roles.slice(own.length);
};

const labelsOf = (name: string): Readonly<Record<string, string>> => {
  const whole = /^system:aggregate-to-(\w+)$/.exec(name)?.[1];
  return whole === undefined ? {} : { [`${AGGREGATE}${whole}`]: "true" };
};

const systemRoles = (): readonly KubeObject[] => [
  ...Object.entries(SYSTEM_ROLES).map(([key, rules]) =>
    role("Role", { ...ownMetadata(nameIn(key)), namespace: namespaceIn(key) }, rules.map(readRule)),
  ),
  ...Object.entries(SYSTEM_BINDINGS).map(([key, [roleName = "", ...subjects]]) =>
    binding(
      "RoleBinding",
      { ...ownMetadata(nameIn(key)), namespace: namespaceIn(key) },
      { kind: "Role", name: roleName },
      subjects.map(readSubject),
    ),
  ),
];

/** Roles that kubeadm adds for CoreDNS and for administrators. */
const componentRoles = (): readonly KubeObject[] => [
  role("ClusterRole", { name: "system:coredns" }, [
    { apiGroups: [""], resources: ["endpoints", "services", "pods", "namespaces"], verbs: ["list", "watch"] },
    { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["list", "watch"] },
  ]),
  clusterBinding("kubeadm:cluster-admins", "cluster-admin", { kind: "Group", name: "kubeadm:cluster-admins", apiGroup: GROUP }),
  clusterBinding("kubeadm:node-proxier", "system:node-proxier", { kind: "User", name: "system:kube-proxy", apiGroup: GROUP }),
  clusterBinding("system:coredns", "system:coredns", { kind: "ServiceAccount", name: "coredns", namespace: "kube-system" }),
];

const storageRoles = (): readonly KubeObject[] => [
  role("ClusterRole", { name: "local-path-provisioner-role" }, [
    { apiGroups: [""], resources: ["nodes", "persistentvolumeclaims", "configmaps", "pods", "pods/log"], verbs: READ },
    { apiGroups: [""], resources: ["persistentvolumes"], verbs: [...READ, "create", "patch", "update", "delete"] },
    { apiGroups: ["storage.k8s.io"], resources: ["storageclasses"], verbs: READ },
  ]),
  clusterBinding("local-path-provisioner-bind", "local-path-provisioner-role", {
    kind: "ServiceAccount",
    name: "local-path-provisioner-service-account",
    namespace: "local-path-storage",
  }),
];

const READ: readonly string[] = ["get", "list", "watch"];

const nameIn = (key: string): string => key.slice(key.indexOf("/") + 1);
const namespaceIn = (key: string): string => key.slice(0, key.indexOf("/"));

/** Reads the short form of a rule: `get,list core pods,nodes`, `get at /healthz`. */
const readRule = (text: string): PolicyRule => {
  const [verbs = "", groups = "", what = "", names] = text.split(" ");
  const list = (words: string): readonly string[] => words.split(",");
  if (groups === "at") return { verbs: list(verbs), nonResourceURLs: list(what) };
  const apiGroups = list(groups).map((group) => (group === "core" ? "" : group));
  return { verbs: list(verbs), apiGroups, resources: list(what), ...(names !== undefined && { resourceNames: list(names) }) };
};

type Subject = NonNullable<RoleBinding["subjects"]>[number];

const readSubject = (text: string): Subject => {
  const [kind = "", name] = text.split(" ");
  return name === undefined ? { kind: "ServiceAccount", name: kind, namespace: "kube-system" } : { kind, name, apiGroup: GROUP };
};

/** Metadata of objects that the server reconciles. */
const ownMetadata = (name: string, labels: Readonly<Record<string, string>> = {}): ObjectMeta => ({
  name,
  labels: { "kubernetes.io/bootstrapping": "rbac-defaults", ...labels },
  annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
});

const role = (kind: string, metadata: ObjectMeta, rules: readonly PolicyRule[]): AggregatedRole => ({
  apiVersion: `${GROUP}/v1`,
  kind,
  metadata,
  rules,
});

const binding = (
  kind: string,
  metadata: ObjectMeta,
  to: { readonly kind: "Role" | "ClusterRole"; readonly name: string },
  subjects: readonly Subject[],
): RoleBinding => ({ apiVersion: `${GROUP}/v1`, kind, metadata, subjects, roleRef: { apiGroup: GROUP, ...to } });

const clusterBinding = (name: string, roleName: string, subject: Subject): RoleBinding =>
  binding("ClusterRoleBinding", { name }, { kind: "ClusterRole", name: roleName }, [subject]);
