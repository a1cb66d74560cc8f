import type { Baseline } from "#kube/app/baseline.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { podsAdmitted } from "#kube/checks/pods-admitted.ts";
import { readWorkload, type Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";

/** Holds if a roll-out of a workload gets on: it may let an old pod go first, or there is room for a new one beside the old. */
export const judgeRollOut = async (view: ClusterView, baseline: Baseline, target: string): Promise<Finding> => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return { held: false, evidence: `${target} is gone` };
  if (letsOneGo(workload)) return { held: true, evidence: `a roll-out of ${target} lets an old pod go first` };
  return await podsAdmitted(baseline).judge(view);
};

const letsOneGo = ({ spec }: Workload): boolean => {
  if (!("strategy" in spec) || spec.strategy?.type === "Recreate") return true;
  const { maxUnavailable = "25%" } = spec.strategy?.rollingUpdate ?? {};
  if (typeof maxUnavailable === "number") return maxUnavailable > 0;
  return Math.floor(((spec.replicas ?? 1) * Number.parseInt(maxUnavailable, 10)) / 100) > 0;
};
