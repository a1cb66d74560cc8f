import { isPodReady } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { toTable } from "#kube/table/to-table.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { componentOf } from "./component-of.ts";
import type { Surroundings } from "./read-surroundings.ts";

/** Observes the pods for some time. @returns states, other than ready and running, that were seen more than once */
export const watchPods = async ({ app, namespace }: Surroundings, cluster: ClusterPort, durationMs: number): Promise<readonly string[]> => {
  const seen = new Map<string, number>();
  const endMs = cluster.clock.nowMs() + durationMs;
  while (cluster.clock.nowMs() < endMs) {
    for (const [name, status, isReady] of await podStates(cluster, namespace)) {
      if (isReady || PASSING.test(status)) continue;
      const line = `${componentOf(name, app)}: ${status}`;
      seen.set(line, (seen.get(line) ?? 0) + 1);
    }
    await cluster.clock.sleep(PERIOD_MS);
  }
  return [...seen].filter(([, times]) => times >= SEEN_MIN).map(([line]) => line);
};

const PERIOD_MS = 3_000;

/** Minimum number of observations of a state: one seen less often is too short to be observed reliably. */
const SEEN_MIN = 2;
const PASSING = /^(Terminating|Completed|ContainerCreating|PodInitializing|Init:.*)$/;

const podStates = async (cluster: ClusterPort, namespace: string): Promise<readonly (readonly [string, string, boolean])[]> => {
  const items = await listObjects<Pod>(cluster, { resource: "pods", namespace });
  const list = { apiVersion: "v1", kind: "PodList", metadata: {}, items };
  const table = toTable({ resource: "pods" }, list, { nowMs: cluster.clock.nowMs(), wide: false });
  const status = table.columnDefinitions.findIndex(({ name }) => name === "Status");
  return items.map((pod, i) => [pod.metadata.name, `${table.rows[i]?.cells[status]}`, isPodReady(pod)]);
};
