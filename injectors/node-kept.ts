import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import type { Check, Finding } from "#kube/checks/oracle.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import { getObject } from "#kube/verbs/get.ts";

/** Check that nodes are the same objects as before; one that was deleted and recreated has lost its pods and volumes. */
export const nodesKept = (baseline: Baseline, names: readonly string[]): Check => ({
  name: "node-kept",
  group: "nothing-lost",
  weight: 1,
  judge: (view) => judgeKept(view, baseline, names),
});

const judgeKept = async (view: ClusterView, baseline: Baseline, names: readonly string[]): Promise<Finding> => {
  const lost: string[] = [];
  for (const name of names) {
    const [before, now] = [baselineObject<Node>(baseline, "nodes", name), await getObject<Node>(view, { resource: "nodes", name })];
    if (now === undefined || (before !== undefined && before.metadata.uid !== now.metadata.uid)) lost.push(name);
  }
  return { held: lost.length === 0, evidence: lost.length === 0 ? "the nodes are those that they were" : `${lost.join(", ")} was deleted` };
};
