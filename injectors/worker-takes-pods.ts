import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload, defectGone, needingWrite } from "#kube/checks/fault-checks.ts";
import type { Check, Finding } from "#kube/checks/oracle.ts";
import { givenTaints, isNodeReady, listWorkers } from "#kube/listings/list-nodes.ts";
import { matchesNode } from "#kube/objects/node-affinity.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node, Taint } from "#kube/types/cluster.ts";

/**
 * Check that a ready worker takes pods of a workload.
 *
 * By the template that the workload had before: a blanket toleration for this workload alone leaves the others out in the cold.
 */
export const aWorkerTakesPods = (baseline: Baseline, target: string): Check =>
  defectGone("a-worker-takes-pods", (view) => judgeRoom(view, baseline, target));

const judgeRoom = async (view: ClusterView, baseline: Baseline, target: string): Promise<Finding> => {
  const { spec } = baselineWorkload(baseline, target).spec.template;
  const isOpen = (taint: Taint): boolean => taint.effect === "PreferNoSchedule" || tolerates(spec.tolerations, taint);
  const isShut = (node: Node): boolean => node.spec.unschedulable === true || !givenTaints(node).every(isOpen);
  const workers = (await listWorkers(view)).filter((node) => matchesNode(spec, node));
  const open = workers.filter((node) => isNodeReady(node) && !isShut(node) && (node.spec.taints ?? []).every(isOpen));
  const finding = { held: open.length > 0, evidence: `${open.length} workers take the pods of ${target}` };
  return workers.every(isShut) ? needingWrite(finding) : finding;
};
