import { hostPorts } from "../objects/host-ports.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Pod } from "../types/pod.ts";
import { listObjects } from "../verbs/list.ts";
import { listWorkers } from "./list-nodes.ts";

/** Lists the TCP ports that pods of any namespace hold on every node that runs an app's pods, in ascending order. */
export const heldHostPorts = async (view: ClusterView): Promise<readonly number[]> => {
  const [workers, pods] = [await listWorkers(view), await listObjects<Pod>(view, { resource: "pods" })];
  const heldOn = workers.map(
    ({ metadata: { name } }) => new Set(pods.filter(({ spec }) => spec.nodeName === name).flatMap(({ spec }) => hostPorts(spec))),
  );
  return [...(heldOn[0] ?? [])]
    .filter((port) => port.startsWith(TCP) && heldOn.every((held) => held.has(port)))
    .map((port) => Number(port.slice(TCP.length)))
    .sort((a, b) => a - b);
};

const TCP = "TCP/";
