import { WITHHELD } from "#kube/confinement/namespace-rules.ts";
import type { RequestInfo } from "#sim/apiserver/http/request-info.ts";
import { NODE_RULES } from "#sim/bootstrap/team-access.ts";

/**
 * True for a request within the agent's scope: its namespace, nodes and storage classes, reviews of its own rights, and
 * discovery.
 *
 * RBAC enforces the same; this check also holds where a cluster grants more to everybody.
 */
export const isInScope = ({ verb, resource }: RequestInfo, path: string, namespace: string): boolean => {
  if (resource === undefined) return OPEN_PATHS.test(path);
  const { group, plural, subresource } = resource;
  if (resource.namespace !== undefined) return resource.namespace === namespace && !leadsOut(verb, resource);
  if (subresource !== undefined) return false;
  if (verb === "create" && SELF_REVIEWS.has(`${plural}.${group}`)) return true;
  return NODE_RULES.some(
    ({ apiGroups, resources = [], verbs }) => apiGroups?.includes(group) && resources.includes(plural) && verbs.includes(verb),
  );
};

/** True for changes of the Namespace itself, and for what a team does not get in its namespace. */
const leadsOut = (verb: string, { group, plural, subresource }: NonNullable<RequestInfo["resource"]>): boolean => {
  if (group !== "") return false;
  if (plural === "namespaces") return verb !== "get";
  return WITHHELD.has(subresource === undefined ? plural : `${plural}/${subresource}`);
};

/** Paths that the roles system:discovery and system:public-info-viewer allow. */
const OPEN_PATHS = /^\/(?:(?:api|apis|openapi)(?:\/.*)?|(?:healthz|livez|readyz|version)\/?)$/;

/** Reviews that the role system:basic-user allows. */
const SELF_REVIEWS: ReadonlySet<string> = new Set([
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "selfsubjectreviews.authentication.k8s.io",
]);
