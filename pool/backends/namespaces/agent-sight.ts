import type { RequestInfo } from "#sim/apiserver/http/request-info.ts";
import { NODE_RULES } from "#sim/bootstrap/team-access.ts";

/**
 * Whether a request stays within what is the agent's business: its namespace, nodes and storage classes, its own rights, and
 * what tells any client how to speak to the cluster.
 *
 * RBAC says the same a second time; this is the wall that stands where a cluster gives everybody more.
 */
export const isInSight = ({ verb, resource }: RequestInfo, path: string, namespace: string): boolean => {
  if (resource === undefined) return OPEN_PATHS.test(path);
  if (resource.namespace !== undefined) return resource.namespace === namespace;
  const { group, plural, subresource } = resource;
  if (subresource !== undefined) return false;
  if (verb === "create" && SELF_REVIEWS.has(`${plural}.${group}`)) return true;
  return NODE_RULES.some(
    ({ apiGroups, resources = [], verbs }) => apiGroups?.includes(group) && resources.includes(plural) && verbs.includes(verb),
  );
};

/** What the roles system:discovery and system:public-info-viewer give. */
const OPEN_PATHS = /^\/(?:(?:api|apis|openapi)(?:\/.*)?|(?:healthz|livez|readyz|version)\/?)$/;

/** What the role system:basic-user gives. */
const SELF_REVIEWS: ReadonlySet<string> = new Set([
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "selfsubjectreviews.authentication.k8s.io",
]);
