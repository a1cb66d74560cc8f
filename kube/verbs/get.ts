import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";

/**
 * Reads one object.
 *
 * @param namespace undefined for cluster-scoped kinds
 * @returns undefined when there is none
 * @throws ApiError for any answer but 200 and 404
 */
export const getObject = async <T extends KubeObject>(
  view: ClusterView,
  resource: string,
  namespace: string | undefined,
  name: string,
): Promise<T | undefined> => {
  const response = await view.read({ path: apiPath({ resource, namespace, name }) });
  return response.status === 404 ? undefined : bodyOf<T>(response, `get ${resource} ${name}`);
};
