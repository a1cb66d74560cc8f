import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeList } from "#kube/types/meta.ts";

/** True if the metrics API has values for nodes. */
export const servesMetrics = async (admin: ClusterPort): Promise<boolean> => {
  const { status, body } = await admin.read({ path: "/apis/metrics.k8s.io/v1beta1/nodes" });
  return status === 200 && ((body as KubeList).items?.length ?? 0) > 0;
};
