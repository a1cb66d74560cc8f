import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { containerMetricsPath } from "../../../telemetry/node-pages.ts";

/** True if a kubelet serves container metrics to the pool's administrator, which takes a permission of its own. */
export const servesNodeMetrics = async (admin: ClusterPort): Promise<boolean> => {
  const [node] = await listObjects(admin, { resource: "nodes" });
  if (node === undefined) return false;
  const { status, body } = await admin.read({ path: containerMetricsPath(node.metadata.name), as: "text" });
  return status === 200 && typeof body === "string" && body.includes("container_cpu_usage_seconds_total{");
};
