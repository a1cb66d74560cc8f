import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";

/** Lists what the agent may see; nothing where it may not, for an agent can take away its own rights. */
export const listVisible = async <T extends KubeObject>(view: ClusterView, resource: string, namespace?: string): Promise<readonly T[]> => {
  const { status, body } = await view.read({ path: apiPath({ resource, namespace }) });
  return status === 200 ? ((body as KubeList<T>).items ?? []) : [];
};
