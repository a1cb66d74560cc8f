import type { ClusterView } from "../ports/cluster-port.ts";
import type { Node, Taint } from "../types/cluster.ts";
import { listObjects } from "../verbs/list.ts";

/** The nodes that take an app's pods: those that are no control plane, or all of a cluster that has no others. */
export const listWorkers = async (view: ClusterView): Promise<readonly Node[]> =>
  workersAmong(await listObjects<Node>(view, { resource: "nodes" }));

/** The same of nodes that were read before. */
export const workersAmong = (nodes: readonly Node[]): readonly Node[] => {
  const workers = nodes.filter(({ metadata }) => metadata.labels?.["node-role.kubernetes.io/control-plane"] === undefined);
  return workers.length === 0 ? nodes : workers;
};

/** True while its kubelet says that it is well. */
export const isNodeReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true;

/** The taints that people gave it; those of the cluster's own controllers come and go with what they tell of. */
export const givenTaints = ({ spec }: Node): readonly Taint[] =>
  (spec.taints ?? []).filter(({ key }) => !key.startsWith("node.kubernetes.io/"));
