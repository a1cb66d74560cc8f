import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";

/** Resource, namespace and name of an object. */
export interface ObjectAddress {
  /** Plural with its API group: `pods`, `deployments.apps`. */
  readonly resource: string;
  /** Missing for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/**
 * Reads one object.
 *
 * @returns undefined when there is none
 * @throws ApiError for any answer but 200 and 404
 */
export const getObject = async <T extends KubeObject>(
  view: ClusterView,
  { resource, namespace, name }: ObjectAddress,
): Promise<T | undefined> => {
  const response = await view.read({ path: apiPath({ resource, namespace, name }) });
  return response.status === 404 ? undefined : bodyOf<T>(response, `get ${resource} ${name}`);
};
