import type { ClusterView } from "../ports/cluster-port.ts";
import type { Node, Taint } from "../types/cluster.ts";
import { listObjects } from "../verbs/list.ts";

/** Label by which a workload is bound to one node. */
export const HOSTNAME = "kubernetes.io/hostname";

/** Lists the nodes that run an app's pods: those outside the control plane, or all if there are no others. */
export const listWorkers = async (view: ClusterView): Promise<readonly Node[]> =>
  workersAmong(await listObjects<Node>(view, { resource: "nodes" }));

/** Selects the worker nodes among nodes that were read before. */
export const workersAmong = (nodes: readonly Node[]): readonly Node[] => {
  const workers = nodes.filter(({ metadata }) => metadata.labels?.["node-role.kubernetes.io/control-plane"] === undefined);
  return workers.length === 0 ? nodes : workers;
};

/** True if the node's condition Ready is true. */
export const isNodeReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true;

/** Taints that people added, without those that the cluster's controllers add and remove. */
export const givenTaints = ({ spec }: Node): readonly Taint[] =>
  (spec.taints ?? []).filter(({ key }) => !key.startsWith("node.kubernetes.io/"));
