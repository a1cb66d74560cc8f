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
  if (resource.namespace !== undefined) return resource.namespace === namespace;
  const { group, plural, subresource } = resource;
  if (subresource !== undefined) return false;
  if (verb === "create" && SELF_REVIEWS.has(`${plural}.${group}`)) return true;
  return NODE_RULES.some(
    ({ apiGroups, resources = [], verbs }) => apiGroups?.includes(group) && resources.includes(plural) && verbs.includes(verb),
  );
};

/** Paths that the roles system:discovery and system:public-info-viewer allow. */
const OPEN_PATHS = /^\/(?:(?:api|apis|openapi)(?:\/.*)?|(?:healthz|livez|readyz|version)\/?)$/;

/** Reviews that the role system:basic-user allows. */
const SELF_REVIEWS: ReadonlySet<string> = new Set([
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "selfsubjectreviews.authentication.k8s.io",
]);
