import type { ResourceRow } from "#kube/objects/resources.ts";
import type { PolicyRule } from "#kube/types/cluster.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { createGenerated, GENERATOR_FLAGS, parseLabels, requireName } from "../generate/create-generated.ts";
import { CommandFailure } from "../session/errors.ts";
import { requireKind } from "../session/kinds.ts";
import type { Manifest, Session } from "../session/session.ts";

const RBAC = "rbac.authorization.k8s.io/v1";

/** `kubectl create role` and `clusterrole`. */
export const createRoleCommands: readonly Command[] = ["Role", "ClusterRole"].map((kind) => {
  const path = `create ${kind.toLowerCase()}`;
  return defineCommand({
    path,
    usage: "NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename] [--dry-run=server|client|none]",
    flags: flagTable(
      "verb list",
      "resource list",
      "resource-name array",
      ...(kind === "ClusterRole" ? ["non-resource-url list", "aggregation-rule string"] : []),
      ...GENERATOR_FLAGS,
    ),
    run: async (session) => {
      const name = requireName(session, path);
      const { args } = session;
      const selector = args.text("aggregation-rule");
      if (selector) checkAggregation(session);
      else checkRules(session, kind);
      const object = selector ? aggregated(name, selector) : { apiVersion: RBAC, kind, metadata: { name }, rules: await rulesOf(session) };
      await createGenerated(session, {
        resource: `${kind.toLowerCase()}s.rbac.authorization.k8s.io`,
        object: object as Manifest,
        done: "created",
        fieldManager: "kubectl-create",
      });
    },
  });
});

const RESOURCE_VERBS = "* get delete list create update patch watch proxy deletecollection use bind escalate impersonate".split(" ");
/** Verbs that only some resources support. */
const SPECIAL_VERBS: Readonly<Record<string, readonly string[]>> = {
  use: ["podsecuritypolicies.policy", "podsecuritypolicies.extensions"],
  bind: ["roles.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io"],
  escalate: ["roles.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io"],
  impersonate: ["users", "serviceaccounts", "groups", "userextras.authentication.k8s.io"],
};
const PATH_VERBS = "* get post put delete patch head options".split(" ");

const checkRules = (session: Session, kind: string): void => {
  const { args } = session;
  const [verbs, urls] = [verbsOf(session), args.list("non-resource-url")];
  if (verbs.length === 0) throw new CommandFailure("at least one verb must be specified");
  if (args.list("resource").length === 0 && urls.length === 0)
    throw new CommandFailure(
      kind === "Role" ? "at least one resource must be specified" : "one of resource or nonResourceURL must be specified",
    );
  if (args.list("resource").length > 0)
    for (const verb of verbs) if (!RESOURCE_VERBS.includes(verb)) session.note(`Warning: '${verb}' is not a standard resource verb`);
};

/** Verbs of a rule; `*` replaces all others. */
const verbsOf = ({ args }: Session): readonly string[] => (args.list("verb").includes("*") ? ["*"] : [...new Set(args.list("verb"))]);

const checkUrls = (verbs: readonly string[], urls: readonly string[]): void => {
  const odd = verbs.find((verb) => !PATH_VERBS.includes(verb));
  if (odd !== undefined) throw new CommandFailure(`invalid verb: '${odd}' for nonResourceURL`);
  for (const url of urls) {
    if (url === "*") continue;
    if (!url.startsWith("/")) throw new CommandFailure("nonResourceURL should start with /");
    if (url.slice(0, -1).includes("*")) throw new CommandFailure("nonResourceURL only supports wildcard matches when '*' is at the end");
  }
};

const checkAggregation = ({ args }: Session): void => {
  if (["non-resource-url", "verb", "resource", "resource-name"].some((flag) => args.list(flag).length > 0))
    throw new CommandFailure("aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames");
};

const aggregated = (name: string, selector: string): unknown => ({
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: parseLabels(selector) }] },
  apiVersion: RBAC,
  kind: "ClusterRole",
  metadata: { name },
  rules: null,
});

const rulesOf = async (session: Session): Promise<readonly PolicyRule[]> => {
  const { args } = session;
  const verbs = verbsOf(session);
  const groups = new Map<string, Set<string>>();
  let isChecked = true;
  for (const text of resourcesOf(session)) {
    const [name = "", sub] = splitOnce(text, "/");
    const [typed = "", group = ""] = splitOnce(name, ".");
    if (typed === "" && isChecked) throw new CommandFailure("resource must be specified if apiGroup/subresource specified");
    // What stands behind a star is taken as it is typed.
    if (typed === "*") isChecked = false;
    const row = typed === "*" ? undefined : await knownKind(session, name, isChecked);
    if (row !== undefined && isChecked) checkSpecialVerbs(verbs, row);
    const resource = [row?.plural ?? typed, ...(sub ? [sub] : [])].join("/");
    groups.set(row?.group ?? group, (groups.get(row?.group ?? group) ?? new Set()).add(resource));
  }
  const names = [...new Set(args.list("resource-name"))];
  const rules: PolicyRule[] = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, resources]) => ({
      apiGroups: [group],
      ...(names.length > 0 && { resourceNames: names }),
      resources: [...resources],
      verbs,
    }));
  const urls = [...new Set(args.list("non-resource-url"))];
  if (urls.length === 0) return rules;
  checkUrls(verbs, urls);
  return [...rules, { nonResourceURLs: urls, verbs }];
};

/** Resources of a rule, up to a lone `*`, which means all. */
const resourcesOf = ({ args }: Session): readonly string[] => {
  const listed = args.list("resource");
  return listed.includes("*") ? listed.slice(0, listed.indexOf("*") + 1) : listed;
};

const splitOnce = (text: string, separator: string): readonly string[] => {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

const knownKind = async (session: Session, name: string, isRequired: boolean): Promise<ResourceRow | undefined> =>
  requireKind(session, name).catch((failure: Error) => {
    if (isRequired) throw new CommandFailure(failure.message, { complete: true });
    return undefined;
  });

const checkSpecialVerbs = (verbs: readonly string[], { resource, plural, group }: ResourceRow): void => {
  const odd = verbs.find((verb) => SPECIAL_VERBS[verb]?.includes(resource) === false);
  if (odd !== undefined) throw new CommandFailure(`can not perform '${odd}' on '${plural}' in group '${group}'`);
};

/** `kubectl create rolebinding` and `clusterrolebinding`. */
export const createBindingCommands: readonly Command[] = ["RoleBinding", "ClusterRoleBinding"].map((kind) => {
  const path = `create ${kind.toLowerCase()}`;
  return defineCommand({
    path,
    usage:
      "NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]",
    flags: flagTable(
      ...(kind === "RoleBinding" ? ["role string"] : []),
      "clusterrole string",
      "user array",
      "group array",
      "serviceaccount array",
      ...GENERATOR_FLAGS,
    ),
    ...(kind === "ClusterRoleBinding" && { required: ["clusterrole"] }),
    run: async (session) => {
      const name = requireName(session, path);
      const { args } = session;
      const isCluster = kind === "ClusterRoleBinding";
      if (!isCluster && args.has("role") === args.has("clusterrole"))
        throw new CommandFailure("exactly one of clusterrole or role must be specified");
      const roleRef = {
        apiGroup: "rbac.authorization.k8s.io",
        kind: args.has("clusterrole") ? "ClusterRole" : "Role",
        name: args.text("clusterrole") ?? args.text("role"),
      };
      const subjects = subjectsOf(session);
      const object = {
        apiVersion: RBAC,
        kind,
        metadata: { name },
        roleRef,
        ...(subjects.length > 0 && { subjects }),
      } as unknown as Manifest;
      await createGenerated(session, {
        resource: `${kind.toLowerCase()}s.rbac.authorization.k8s.io`,
        object,
        done: "created",
        fieldManager: "kubectl-create",
        failure: `failed to create ${kind.toLowerCase()}: `,
      });
    },
  });
});

const subjectsOf = ({ args }: Session): readonly unknown[] => [
  ...args.list("user").map((name) => ({ apiGroup: "rbac.authorization.k8s.io", kind: "User", name })),
  ...args.list("group").map((name) => ({ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name })),
  ...args.list("serviceaccount").map((text) => {
    const [namespace, name, ...rest] = text.split(":");
    if (!namespace || !name || rest.length > 0) throw new CommandFailure("serviceaccount must be <namespace>:<name>");
    return { kind: "ServiceAccount", name, namespace };
  }),
];
