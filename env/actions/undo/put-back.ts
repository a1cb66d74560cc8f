import { apiPath } from "#kube/ports/api-path.ts";
import type { ApiResponse, ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { normalizeObject } from "#pool/baseline/normalize-object.ts";
import type { WrittenObject } from "../own-commands.ts";

/** Puts an object back to what it was before a command. @returns what was done, or why it was not */
export const putBack = async (cluster: ClusterPort, object: WrittenObject): Promise<string> => {
  const { resource, namespace, name, before } = object;
  const path = apiPath({ resource, namespace, name });
  const { status, body } = await cluster.read({ path });
  const present = status === 200 ? (body as KubeObject) : undefined;
  const deed = deedOf(resource, before, present);
  const said = deed.write === undefined ? undefined : await deed.write(cluster, { path, collection: apiPath({ resource, namespace }) });
  return `${resource}/${name}: ${said === undefined || said.status < 300 ? deed.says : `refused: ${messageOf(said)}`}`;
};

interface Paths {
  readonly path: string;
  readonly collection: string;
}

interface Deed {
  readonly says: string;
  /** Missing: there is nothing to write. */
  readonly write?: (cluster: ClusterPort, paths: Paths) => Promise<ApiResponse>;
}

const deedOf = (resource: string, before: KubeObject | undefined, present: KubeObject | undefined): Deed => {
  if (before === undefined)
    return present === undefined ? { says: "is gone already" } : { says: "deleted, as it was made by the command", write: remove };
  if (before.metadata.ownerReferences?.some(({ controller }) => controller === true) === true)
    return { says: "left to its controller, which makes such objects" };
  const isSame = present?.metadata.uid === before.metadata.uid;
  if (present !== undefined && (isSame || present.metadata.deletionTimestamp === undefined))
    return {
      says: "as it was before",
      write: (cluster, { path }) => cluster.write({ method: "PUT", path, body: over(before, present), fieldManager: MANAGER }),
    };
  return {
    says: resource === "persistentvolumeclaims" ? "made again, without its data" : "made again as it was before",
    write: (cluster, { collection }) =>
      cluster.write({ method: "POST", path: collection, body: normalizeObject(resource, before), fieldManager: MANAGER }),
  };
};

const MANAGER = "kubectl-replace";

const remove = (cluster: ClusterPort, { path }: Paths): Promise<ApiResponse> =>
  cluster.write({ method: "DELETE", path, body: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" } });

/** The object as it was, as an update of the one that is there. */
const over = (before: KubeObject, { metadata: { uid, resourceVersion } }: KubeObject): KubeObject => {
  const { managedFields: _, ...metadata } = before.metadata as KubeObject["metadata"] & { readonly managedFields?: unknown };
  return {
    ...before,
    metadata: { ...metadata, ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) },
  };
};

const messageOf = ({ status, body }: ApiResponse): string => {
  const { message = `status ${status}` } = Object(body) as { readonly message?: string };
  return message;
};
