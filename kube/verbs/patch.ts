import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterPort, PatchType } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";
import type { ObjectAddress } from "./get.ts";

/** A patch with the object that it applies to. */
export interface PatchObject extends ObjectAddress {
  readonly patchType: PatchType;
  readonly patch: unknown;
  readonly subresource?: string;
  /** Field manager; missing: the port's default. */
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
