import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterPort, PatchType } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";
import type { ObjectAddress } from "./get.ts";

/** What is changed, and how the change is written. */
export interface PatchObject extends ObjectAddress {
  readonly patchType: PatchType;
  readonly patch: unknown;
  readonly subresource?: string;
  /** Who is recorded as the writer of the fields; missing: the port's default. */
  readonly fieldManager?: string;
}

/**
 * Patches an object, or one of its subresources.
 *
 * @returns the object as stored
 * @throws ApiError when the server refuses
 */
export const patchObject = async <T extends KubeObject>(
  cluster: ClusterPort,
  { resource, namespace, name, patchType, patch, subresource, ...options }: PatchObject,
): Promise<T> => {
  const path = apiPath({ resource, namespace, name, subresource });
  return bodyOf<T>(await cluster.write({ method: "PATCH", path, patchType, body: patch, ...options }), `patch ${resource} ${name}`);
};
