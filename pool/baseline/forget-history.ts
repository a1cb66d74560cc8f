import type { Baseline } from "#kube/app/baseline.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Deletes objects that only record the past, which the next agent must not read: events, and revisions that nothing runs any more. */
export const forgetHistory = async (cluster: ClusterPort, { namespace, extent, objects }: Baseline): Promise<void> => {
  const known = new Set(objects["replicasets.apps"]?.map(({ metadata }) => metadata.name));
  const place = extent === "cluster" ? undefined : namespace;
  const past = (await listObjects<Revision>(cluster, { resource: "replicasets.apps", namespace: place })).filter(
    ({ metadata, spec, status }) => !known.has(metadata.name) && spec.replicas === 0 && (status?.replicas ?? 0) === 0,
  );
  await Promise.all(
    past.map(({ metadata }) => deleteObject(cluster, { resource: "replicasets.apps", namespace: metadata.namespace, name: metadata.name })),
  );
  for (const { metadata } of objects["namespaces"] ?? [])
    await cluster.write({ method: "DELETE", path: apiPath({ resource: "events", namespace: metadata.name }) });
};

interface Revision extends KubeObject {
  readonly spec: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}
