import { RESOURCES, type ResourceRow } from "../objects/resources.ts";
import type { PolicyRule } from "../types/cluster.ts";
import type { KubeObject } from "../types/meta.ts";

/**
 * RBAC rules of a team in its namespace: every kind of object in it, and a look at the Namespace.
 *
 * Each kind is named, since `*` includes the Namespace itself, whose labels set the level of Pod Security. Not among them is what leads
 * out of the namespace: `WITHHELD`, and the verbs `bind`, `escalate` and `impersonate`.
 * @param groups API groups of the application's own kinds
 */
export const namespaceRules = (groups: readonly string[] = []): readonly PolicyRule[] => [
  { apiGroups: [""], resources: ["namespaces"], verbs: ["get"] },
  { apiGroups: [""], resources: CORE_RESOURCES, verbs: ["*"] },
  { apiGroups: [""], resources: ["serviceaccounts"], verbs: ORDINARY_VERBS },
  { apiGroups: [...OTHER_GROUPS, ...groups], resources: ["*"], verbs: ["*"] },
  { apiGroups: [RBAC], resources: ["roles", "rolebindings"], verbs: ORDINARY_VERBS },
];

/**
 * Namespaced resources that a team does not get, as `resource` or `resource/subresource` of the core group: bindings place a pod on a node
 * past the scheduler, tokens are credentials of the API server, and the status of a Service takes other Services' addresses.
 */
export const WITHHELD: ReadonlySet<string> = new Set(["bindings", "pods/binding", "serviceaccounts/token", "services/status"]);

/** API groups of namespaced kinds that the objects define. */
export const definedGroups = (objects: readonly KubeObject[]): readonly string[] => [
  ...new Set(
    objects.flatMap((object) => {
      const { spec } = object as Partial<Definition>;
      return object.kind === "CustomResourceDefinition" && spec?.scope === "Namespaced" ? [spec.group] : [];
    }),
  ),
];

interface Definition {
  readonly spec: { readonly group: string; readonly scope: string };
}

const RBAC = "rbac.authorization.k8s.io";

/** Without `bind` and `escalate`, with which a team gives itself any right, and `impersonate`. */
const ORDINARY_VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

const withSubresources = ({ plural, subresources }: ResourceRow): readonly string[] => [
  plural,
  ...subresources.map((subresource) => `${plural}/${subresource}`),
];

const CORE_RESOURCES = RESOURCES.filter(({ group, namespaced, plural }) => group === "" && namespaced && plural !== "serviceaccounts")
  .flatMap(withSubresources)
  .filter((resource) => !WITHHELD.has(resource));

const OTHER_GROUPS = [
  ...new Set(RESOURCES.filter(({ group, namespaced }) => namespaced && group !== "" && group !== RBAC).map(({ group }) => group)),
];
