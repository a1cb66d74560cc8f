import type { ResourceRow } from "#kube/resources.ts";
import type { PolicyRule, Role, RoleBinding } from "#kube/types/cluster.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import type { UserInfo } from "../client.ts";
import { forbidden } from "../status.ts";
import { getObject } from "../store.ts";
import { authorize, grantsOf } from "./authorize.ts";

/** Refuses to give away rights that the giver has not: nobody writes himself a better role. */
export const refuseEscalation = (
  world: World,
  user: UserInfo,
  row: ResourceRow,
  namespace: string | undefined,
  body: unknown,
): Status | undefined => {
  if (row.group !== "rbac.authorization.k8s.io" || user.groups.includes("system:masters")) return undefined;
  const { metadata } = body as { readonly metadata?: { readonly name?: string } };
  const name = metadata?.name ?? "";
  const isRole = row.kind.endsWith("Role");
  const rules = isRole ? ((body as Partial<Role>).rules ?? []) : boundRules(world, body as Partial<RoleBinding>, namespace);
  const verb = isRole ? "escalate" : "bind";
  if (authorize(world, user, { verb, group: row.group, resource: row.plural, name, namespace }).allowed) return undefined;
  const held = grantsOf(world, user)
    .filter((grant) => grant.namespace === undefined || grant.namespace === namespace)
    .flatMap((grant) => grant.rules);
  const missing = rules.filter((rule) => !isCovered(rule, held));
  if (missing.length === 0) return undefined;
  const who = `user ${JSON.stringify(user.username)} (groups=[${user.groups.map((group) => JSON.stringify(group)).join(" ")}])`;
  const text = `${who} is attempting to grant RBAC permissions not currently held:\n${missing.map(renderRule).join("\n")}`;
  return forbidden(row, name, text);
};

const boundRules = (world: World, { roleRef }: Partial<RoleBinding>, namespace: string | undefined): readonly PolicyRule[] => {
  if (roleRef === undefined) return [];
  const isCluster = roleRef.kind === "ClusterRole";
  const resource = `${isCluster ? "clusterroles" : "roles"}.rbac.authorization.k8s.io`;
  return getObject<Role>(world, resource, isCluster ? undefined : namespace, roleRef.name)?.rules ?? [];
};

/** Every single thing that the rule allows is allowed by one of the rules that are held. */
const isCovered = (rule: PolicyRule, held: readonly PolicyRule[]): boolean => {
  const covers = (wanted: readonly string[] | undefined, having: readonly string[] | undefined): boolean =>
    (wanted ?? []).every((value) => having?.includes("*") === true || having?.includes(value) === true);
  return (rule.verbs ?? []).every((verb) =>
    (rule.resources ?? rule.nonResourceURLs ?? []).every((what) =>
      held.some(
        (candidate) =>
          covers([verb], candidate.verbs) &&
          covers(rule.apiGroups, candidate.apiGroups) &&
          covers([what], rule.resources === undefined ? candidate.nonResourceURLs : candidate.resources) &&
          ((candidate.resourceNames ?? []).length === 0 || covers(rule.resourceNames ?? ["*"], candidate.resourceNames)),
      ),
    ),
  );
};

const renderRule = ({ apiGroups, resources, resourceNames, nonResourceURLs, verbs }: PolicyRule): string => {
  const list = (name: string, values: readonly string[] | undefined): readonly string[] =>
    values === undefined ? [] : [`${name}:[${values.map((value) => JSON.stringify(value)).join(" ")}]`];
  const parts = [
    ...list("APIGroups", apiGroups),
    ...list("Resources", resources),
    ...list("ResourceNames", resourceNames),
    ...list("NonResourceURLs", nonResourceURLs),
    ...list("Verbs", verbs),
  ];
  return `{${parts.join(", ")}}`;
};
