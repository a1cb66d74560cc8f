import type { ClusterView } from "../ports/cluster-port.ts";
import { podsOf, readWorkload } from "./workload.ts";

/** True once the scheduler has found no node for a workload's pods: for one of them at least, where old ones serve on, or else for all. */
export const isUnschedulable = async (
  view: ClusterView,
  { namespace, target, oldServe = false }: { readonly namespace: string; readonly target: string; readonly oldServe?: boolean },
): Promise<boolean> => {
  const workload = await readWorkload(view, namespace, target);
  const pods = workload === undefined ? [] : await podsOf(view, workload);
  const stuck = pods.filter(({ status }) =>
    status?.conditions?.some(({ type, reason }) => type === "PodScheduled" && reason === "Unschedulable"),
  );
  return stuck.length > 0 && (oldServe || stuck.length === pods.length);
};
