import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";

/** Lists objects with the agent's rights; empty if it has none, since an agent can remove its own rights. */
export const listVisible = async <T extends KubeObject>(view: ClusterView, resource: string, namespace?: string): Promise<readonly T[]> => {
  const { status, body } = await view.read({ path: apiPath({ resource, namespace }) });
  return status === 200 ? ((body as KubeList<T>).items ?? []) : [];
};
