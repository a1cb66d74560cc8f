import { namespaceRules } from "#kube/confinement/namespace-rules.ts";
import type { PolicyRule, Role, RoleBinding } from "#kube/types/cluster.ts";

/**
 * Roles and bindings besides the administrators': full access for the platform's on-call, their namespace for an app's.
 * @param groups API groups of the app's own kinds
 */
export const teamAccess = (namespace: string, groups: readonly string[]): readonly (Role | RoleBinding)[] => [
  binding({ name: PLATFORM_ONCALL, role: { kind: "ClusterRole", name: "cluster-admin" } }),
  { ...role("ClusterRole", `${APP_ONCALL}-nodes`), rules: NODE_RULES },
  binding({ name: APP_ONCALL, role: { kind: "ClusterRole", name: `${APP_ONCALL}-nodes` } }),
  { ...role("Role", APP_ONCALL, namespace), rules: namespaceRules(groups) },
  binding({ name: APP_ONCALL, namespace, role: { kind: "Role", name: APP_ONCALL } }),
];

/** Group of people with the rights of administrators. */
export const PLATFORM_ONCALL = "platform-oncall";

/** Group of people with all kinds of objects in their app's namespace and a look at nodes and storage classes. */
export const APP_ONCALL = "app-oncall";

/** A look at what carries the pods. */
export const NODE_RULES: readonly PolicyRule[] = [
  { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "watch"] },
  { apiGroups: ["storage.k8s.io"], resources: ["storageclasses"], verbs: ["get", "list", "watch"] },
];

const GROUP = "rbac.authorization.k8s.io";

const role = (kind: "Role" | "ClusterRole", name: string, namespace?: string) => ({
  apiVersion: `${GROUP}/v1`,
  kind,
  metadata: { name, ...(namespace && { namespace }) },
});

interface BindingParts {
  readonly name: string;
  readonly namespace?: string;
  readonly role: { readonly kind: "Role" | "ClusterRole"; readonly name: string };
}

const binding = ({ name, namespace, role: { kind, name: roleName } }: BindingParts): RoleBinding => ({
  apiVersion: `${GROUP}/v1`,
  kind: namespace === undefined ? "ClusterRoleBinding" : "RoleBinding",
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  subjects: [{ kind: "Group", apiGroup: GROUP, name }],
  roleRef: { apiGroup: GROUP, kind, name: roleName },
});
