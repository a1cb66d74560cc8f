import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Params } from "./flood-job.ts";

/** Watches the store for two minutes, in which no container of it ends. */
export const judgeStays = async (cluster: ClusterPort, namespace: string, { store, container }: Params): Promise<Finding> => {
  const before = await startsOf(cluster, namespace, { store, container });
  await cluster.clock.sleep(WATCHED_MS);
  const after = await startsOf(cluster, namespace, { store, container });
  const held = after.length > 0 && after.every((start) => before.includes(start));
  return { held, evidence: `${nameOf(store)} ${held ? "ran on" : "started anew"} in ${WATCHED_MS / 1_000} s` };
};

const WATCHED_MS = 120_000;

/** Pods of the store with how often and since when their container runs. */
const startsOf = async (
  view: ClusterView,
  namespace: string,
  { store, container }: Pick<Params, "store" | "container">,
): Promise<readonly string[]> => {
  const workload = await readWorkload(view, namespace, store);
  const pods = workload === undefined ? [] : await podsOf(view, workload);
  return pods.flatMap(({ metadata, status }) =>
    (status?.containerStatuses ?? [])
      .filter(({ name, state }) => name === container && state?.running !== undefined)
      .map(({ restartCount, state }) => `${metadata.name} ${restartCount} ${state?.running?.startedAt}`),
  );
};
