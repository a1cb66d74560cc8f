import { bodyOf } from "../ports/api-error.ts";
import { apiPath } from "../ports/api-path.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";

/** An object to create, with its resource. */
export interface CreateObject<T extends KubeObject> {
  /** Plural with its API group: `services`, `networkpolicies.networking.k8s.io`. */
  readonly resource: string;
  readonly object: T;
  /** Field manager; missing: the port's default. */
  readonly fieldManager?: string;
}

/**
 * Creates an object in the namespace that its metadata names.
 *
 * @returns the object as stored
 * @throws ApiError if the server rejects it
 */
export const createObject = async <T extends KubeObject>(
  cluster: ClusterPort,
  { resource, object, ...options }: CreateObject<T>,
): Promise<T> => {
  const path = apiPath({ resource, namespace: object.metadata.namespace });
  return bodyOf<T>(await cluster.write({ method: "POST", path, body: object, ...options }), `create ${resource} ${object.metadata.name}`);
};
