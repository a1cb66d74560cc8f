import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import type { UserInfo } from "../../http/client.ts";
import type { RequestInfo } from "../../http/request-info.ts";
import { failure } from "../../http/status.ts";
import { authorize } from "./authorize.ts";

/** Status 403 for a request without permission; undefined when it is allowed. */
export const refuseAccess = (world: World, user: UserInfo, info: RequestInfo, path: string): Status | undefined => {
  const { verb, resource } = info;
  if (resource === undefined) {
    if (authorize(world, user, { verb, path }).allowed || isPublic(user, verb, path)) return undefined;
    return forbidden(user.username, info, path);
  }
  const { group, namespace, plural, subresource, name } = resource;
  const asked = subresource === undefined ? plural : `${plural}/${subresource}`;
  if (user.groups.includes(AUTHENTICATED) && subresource === undefined && SELF_REVIEWS.has(`${plural}.${group}`)) return undefined;
  if (authorize(world, user, { verb, group, resource: asked, name, namespace }).allowed) return undefined;
  return forbidden(user.username, info, path);
};

/** Status 403 for a user and a request. */
export const forbidden = (username: string, { verb, resource }: RequestInfo, path: string): Status => {
  const who = `User ${JSON.stringify(username)} cannot ${verb}`;
  if (resource === undefined) return failure(403, "Forbidden", `forbidden: ${who} path ${JSON.stringify(path)}`, {});
  const { group, namespace, plural, subresource, name } = resource;
  const asked = subresource === undefined ? plural : `${plural}/${subresource}`;
  const where = namespace === undefined ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  const qualified = group === "" ? plural : `${plural}.${group}`;
  const subject = name === undefined ? qualified : `${qualified} ${JSON.stringify(name)}`;
  const cause = `${who} resource ${JSON.stringify(asked)} in API group ${JSON.stringify(group)} ${where}`;
  const details = { ...(name !== undefined && { name }), ...(group !== "" && { group }), kind: plural };
  return failure(403, "Forbidden", `${subject} is forbidden: ${cause}`, details);
};

const AUTHENTICATED = "system:authenticated";

/** Reviews that the role system:basic-user grants to every authenticated user. */
const SELF_REVIEWS = new Set([
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "selfsubjectreviews.authentication.k8s.io",
]);

/**
 * Tells paths that the roles system:public-info-viewer and system:discovery grant: health to everybody, discovery to authenticated users.
 */
const isPublic = (user: UserInfo, verb: string, path: string): boolean => {
  if (verb !== "get") return false;
  if (PUBLIC.has(path)) return true;
  return user.groups.includes(AUTHENTICATED) && DISCOVERY.test(path);
};

const PUBLIC = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);
const DISCOVERY = /^\/(?:api|apis|openapi)(?:\/.*)?$/;
