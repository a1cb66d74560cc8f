import type { PolicyRule, Role, RoleBinding } from "#kube/types/cluster.ts";
import type { World } from "../../../kernel/world.ts";
import type { UserInfo } from "../../http/client.ts";
import { getObject, listObjects, resourceRevision } from "../../store/store.ts";
import { type AccessAttributes, ruleAllows } from "./rule-allows.ts";

/** Decision of RBAC: allowed or not, and by which binding. */
export interface Decision {
  readonly allowed: boolean;
  /** Empty when nothing allows it. */
  readonly reason: string;
}

/** Rules that a user holds: everywhere, or in one namespace. */
export interface Grant {
  /** Undefined: everywhere. */
  readonly namespace: string | undefined;
  readonly rules: readonly PolicyRule[];
  readonly reason: string;
}

/** Decides by RBAC. Members of `system:masters` may do everything. */
export const authorize = (world: World, user: UserInfo, attributes: AccessAttributes): Decision => {
  if (user.groups.includes("system:masters")) return { allowed: true, reason: "" };
  for (const grant of grantsOf(world, user)) {
    if (grant.namespace !== undefined && grant.namespace !== attributes.namespace) continue;
    if (grant.rules.some((rule) => ruleAllows(rule, attributes))) return { allowed: true, reason: grant.reason };
  }
  return { allowed: false, reason: "" };
};

/** Everything that a user's bindings give; kept until a role or binding changes. */
export const grantsOf = (world: World, user: UserInfo): readonly Grant[] => {
  const revision = [ROLES, CLUSTER_ROLES, BINDINGS, CLUSTER_BINDINGS].reduce((sum, resource) => sum + resourceRevision(world, resource), 0);
  return world.memo(`grants ${user.username} ${user.groups.join(",")}`, revision, () => collectGrants(world, user));
};

const GROUP = "rbac.authorization.k8s.io";
const ROLES = `roles.${GROUP}`;
const CLUSTER_ROLES = `clusterroles.${GROUP}`;
const BINDINGS = `rolebindings.${GROUP}`;
const CLUSTER_BINDINGS = `clusterrolebindings.${GROUP}`;

const collectGrants = (world: World, user: UserInfo): readonly Grant[] => [
  ...listObjects<RoleBinding>(world, CLUSTER_BINDINGS).flatMap((binding) => grantOf(world, user, binding, "ClusterRoleBinding")),
  ...listObjects<RoleBinding>(world, BINDINGS).flatMap((binding) => grantOf(world, user, binding, "RoleBinding")),
];

const grantOf = (world: World, user: UserInfo, binding: RoleBinding, kind: string): readonly Grant[] => {
  const { roleRef, subjects = [], metadata } = binding;
  const subject = subjects.find((candidate) => isSubject(candidate, user, metadata.namespace));
  if (subject === undefined) return [];
  const roles = roleRef.kind === "ClusterRole" ? CLUSTER_ROLES : ROLES;
  const role = getObject<Role>(world, roles, roleRef.kind === "ClusterRole" ? undefined : metadata.namespace, roleRef.name);
  if (role === undefined) return [];
  const bindingName = metadata.namespace === undefined ? metadata.name : `${metadata.name}/${metadata.namespace}`;
  const who = subject.kind === "ServiceAccount" ? `${subject.name}/${subject.namespace}` : subject.name;
  const reason = `RBAC: allowed by ${kind} "${bindingName}" of ${roleRef.kind} "${roleRef.name}" to ${subject.kind} "${who}"`;
  return [{ namespace: metadata.namespace, rules: role.rules ?? [], reason }];
};

const isSubject = (subject: NonNullable<RoleBinding["subjects"]>[number], user: UserInfo, namespace: string | undefined): boolean => {
  if (subject.kind === "User") return subject.name === user.username;
  if (subject.kind === "Group") return user.groups.includes(subject.name);
  return user.username === `system:serviceaccount:${subject.namespace ?? namespace}:${subject.name}`;
};
