import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import type { ObjectAddress } from "./get.ts";

/** Options of a deletion. */
export interface DeleteObjectOptions {
  readonly gracePeriodSeconds?: number;
  /** Missing: Background, as kubectl sends. */
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
}

/**
 * Deletes an object; it may exist on for its grace period or its finalizers.
 *
 * @returns false when there was none
 * @throws ApiError when the server refuses
 */
export const deleteObject = async (
  cluster: ClusterPort,
  { resource, namespace, name }: ObjectAddress,
  options: DeleteObjectOptions = {},
): Promise<boolean> => {
  const body = { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background", ...options };
  const response = await cluster.write({ method: "DELETE", path: apiPath({ resource, namespace, name }), body });
  if (response.status === 404) return false;
  bodyOf(response, `delete ${resource} ${name}`);
  return true;
};
