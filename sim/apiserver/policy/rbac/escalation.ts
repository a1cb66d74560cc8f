import { canonicalJson } from "#core/canonical-json.ts";
import { err, ok, type Result } from "#core/result.ts";
import { type ResourceRow, resourceRow } from "#kube/objects/resources.ts";
import { uncoveredRules } from "#kube/objects/rule-cover.ts";
import type { PolicyRule, Role, RoleBinding } from "#kube/types/cluster.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import type { UserInfo } from "../../http/client.ts";
import { forbidden, notFound, unknownError } from "../../http/status.ts";
import { getObject } from "../../store/store.ts";
import { authorize, grantsOf } from "./authorize.ts";

/** Refuses roles and bindings that grant permissions which the user does not have. */
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
  const { group } = row;
  if (isRole && authorize(world, user, { verb: "escalate", group, resource: row.plural, name, namespace }).allowed) return undefined;
  const bound = isRole ? ok((body as Partial<Role>).rules ?? []) : boundRules(world, user, body as Partial<RoleBinding>, namespace);
  if (!bound.ok) return bound.error;
  const rules = bound.value;
  const held = grantsOf(world, user)
    .filter((grant) => grant.namespace === undefined || grant.namespace === namespace)
    .flatMap((grant) => grant.rules);
  const missing = uncoveredRules(held, rules);
  if (missing.length === 0) return undefined;
  const who = `user ${JSON.stringify(user.username)} (groups=[${user.groups.map((group) => JSON.stringify(group)).join(" ")}])`;
  const text = `${who} is attempting to grant RBAC permissions not currently held:\n${[...new Set(compact(missing).map(renderRule))].sort().join("\n")}`;
  return forbidden(row, name, text);
};

/** The rules that a binding would give away; none where the giver may bind that role, whatever it allows. */
const boundRules = (
  world: World,
  user: UserInfo,
  { roleRef }: Partial<RoleBinding>,
  namespace: string | undefined,
): Result<readonly PolicyRule[], Status> => {
  const {
    kind = "",
    name = "",
    apiGroup = "",
  } = (roleRef ?? {}) as { readonly kind?: string; readonly name?: string; readonly apiGroup?: string };
  const plural = ROLE_PLURALS[kind];
  if (plural === undefined) return err(unknownError(`unsupported role reference kind: ${JSON.stringify(kind)}`));
  if (authorize(world, user, { verb: "bind", group: apiGroup, resource: plural, name, namespace }).allowed) return ok([]);
  const resource = `${plural}.rbac.authorization.k8s.io`;
  const role = getObject<Role>(world, resource, kind === "ClusterRole" ? undefined : namespace, name);
  return role === undefined ? err(notFound(resourceRow(resource) as ResourceRow, name)) : ok(role.rules ?? []);
};

const ROLE_PLURALS: Readonly<Record<string, string>> = { ClusterRole: "clusterroles", Role: "roles" };

/** Puts the verbs of the same thing together again. */
const compact = (rules: readonly PolicyRule[]): readonly PolicyRule[] => {
  const byThing = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { verbs, ...thing } = rule;
    const key = rule.nonResourceURLs === undefined ? canonicalJson(thing) : canonicalJson(rule);
    byThing.set(key, { ...rule, verbs: [...(byThing.get(key)?.verbs ?? []), ...verbs] });
  }
  return [...byThing.values()];
};

const renderRule = ({ apiGroups, resources, resourceNames, nonResourceURLs, verbs }: PolicyRule): string => {
  const list = (name: string, values: readonly string[] | undefined): readonly string[] =>
    values === undefined ? [] : [`${name}:[${values.map((value) => JSON.stringify(value)).join(" ")}]`];
  const parts = [
    ...list("APIGroups", apiGroups),
    ...list("Resources", resources),
    ...list("NonResourceURLs", nonResourceURLs),
    ...list("ResourceNames", resourceNames),
    ...list("Verbs", verbs),
  ];
  return `{${parts.join(", ")}}`;
};
