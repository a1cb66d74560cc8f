import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterPort, PatchType } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";

/**
 * Patches an object, or one of its subresources.
 *
 * @param namespace undefined for cluster-scoped kinds
 * @returns the object as stored
 * @throws ApiError when the server refuses
 */
export const patchObject = async <T extends KubeObject>(
  cluster: ClusterPort,
  resource: string,
  namespace: string | undefined,
  name: string,
  patchType: PatchType,
  patch: unknown,
  options: { readonly subresource?: string; readonly fieldManager?: string } = {},
): Promise<T> => {
  const { subresource, ...rest } = options;
  const path = apiPath({ resource, namespace, name, subresource });
  return bodyOf<T>(await cluster.write({ method: "PATCH", path, patchType, body: patch, ...rest }), `patch ${resource} ${name}`);
};
