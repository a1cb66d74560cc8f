import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { defectGone, needingWrite } from "#kube/checks/fault-checks.ts";
import type { Check, Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { isNodeReady, listWorkers } from "#kube/listings/list-nodes.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { PodSpec } from "#kube/types/pod.ts";

/** Demand on a node, with the name of the check that asks for it. */
export interface Fit {
  readonly name: string;
  fits(spec: PodSpec, node: Node): boolean;
}

/**
 * Check that a ready worker is such as a workload's template asks for.
 *
 * A label that a node got since is no repair, nor is a demand that only a control-plane node meets.
 */
export const someWorkerFits = (baseline: Baseline, target: string, { name, fits }: Fit): Check =>
  defectGone(name, async (view) => await judgeWorkers(view, { baseline, target, fits }));

const judgeWorkers = async (
  view: ClusterView,
  { baseline, target, fits }: { readonly baseline: Baseline; readonly target: string; readonly fits: Fit["fits"] },
): Promise<Finding> => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const fitting = (await listWorkers(view)).filter((node) =>
    fits(workload.spec.template.spec, baselineObject<Node>(baseline, "nodes", node.metadata.name) ?? node),
  );
  const ready = fitting.filter(isNodeReady).length;
  const finding = { held: ready > 0, evidence: `${ready} ready workers are such as ${target} requires` };
  return fitting.length === 0 ? needingWrite(finding) : finding;
};
