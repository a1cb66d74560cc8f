import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeList } from "#kube/types/meta.ts";

/**
 * Removes the finalizers of a namespace and of all objects in it, of every kind that the cluster serves, and deletes
 * its pods without grace period.
 */
export const stripFinalizers = async (admin: ClusterPort, namespace: string): Promise<void> => {
  const own = apiPath({ resource: "namespaces", name: namespace });
  await admin.write({ method: "PATCH", path: own, patchType: "merge", body: { metadata: { finalizers: null } } });
  for (const collection of await listCollections(admin, namespace)) {
    const { status, body } = await admin.read({ path: collection });
    if (status !== 200) continue;
    for (const { metadata } of (body as KubeList).items) {
      const path = `${collection}/${encodeURIComponent(metadata.name)}`;
      if ((metadata.finalizers?.length ?? 0) > 0)
        await admin.write({ method: "PATCH", path, patchType: "merge", body: { metadata: { finalizers: null } } });
      if (collection.endsWith("/pods"))
        await admin.write({ method: "DELETE", path, body: { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0 } });
    }
  }
};

/** Paths of the namespace's collections, from discovery. */
const listCollections = async (admin: ClusterPort, namespace: string): Promise<readonly string[]> => {
  const groups = ((await admin.read({ path: "/apis" })).body as GroupList).groups ?? [];
  const versions = ["/api/v1", ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const collections: string[] = [];
  for (const version of versions) {
    const { status, body } = await admin.read({ path: version });
    if (status !== 200) continue; // an aggregated API that is down has nothing that could be reached
    for (const { name, namespaced, verbs } of (body as ResourceList).resources ?? [])
      if (namespaced && verbs.includes("list") && verbs.includes("patch")) collections.push(`${version}/namespaces/${namespace}/${name}`);
  }
  return collections;
};

interface GroupList {
  readonly groups?: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
}

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly namespaced: boolean; readonly verbs: readonly string[] }[];
}
