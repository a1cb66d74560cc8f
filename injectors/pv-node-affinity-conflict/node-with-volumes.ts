import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { defectGone, needingWrite } from "#kube/checks/fault-checks.ts";
import type { Check, Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { isNodeReady, listWorkers } from "#kube/listings/list-nodes.ts";
import { matchesAnyTerm, matchesNode } from "#kube/objects/node-affinity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { PodSpec } from "#kube/types/pod.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "#kube/types/storage.ts";
import { listObjects } from "#kube/verbs/list.ts";

/**
 * Check that a worker is such as a workload requires, and reaches all its volumes.
 *
 * A label that a node got since does not make it such a worker.
 */
export const nodeWithVolumes = (baseline: Baseline, target: string): Check =>
  defectGone("node-reaches-volumes", (view) => judgeNodes(view, baseline, target));

const judgeNodes = async (view: ClusterView, baseline: Baseline, target: string): Promise<Finding> => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const { spec } = workload.spec.template;
  const volumes = await volumesOf(view, baseline.namespace, spec);
  if (volumes === undefined) return needingWrite({ held: false, evidence: `a claim of ${target} is gone` });
  const fitting = (await listWorkers(view)).filter((node) => {
    const former = baselineObject<Node>(baseline, "nodes", node.metadata.name) ?? node;
    return matchesNode(spec, former) && volumes.every((volume) => isReachable(volume, former));
  });
  const ready = fitting.filter(isNodeReady).length;
  const finding = { held: ready > 0, evidence: `${ready} ready workers are such as ${target} requires, and reach its volumes` };
  return fitting.length === 0 ? needingWrite(finding) : finding;
};

/** Volumes of the claims that are bound; undefined where a claim is not there. */
const volumesOf = async (
  view: ClusterView,
  namespace: string,
  { volumes = [] }: PodSpec,
): Promise<readonly PersistentVolume[] | undefined> => {
  const names = volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
  const claims = await listObjects<PersistentVolumeClaim>(view, { resource: "persistentvolumeclaims", namespace });
  const own = claims.filter(({ metadata }) => names.includes(metadata.name));
  if (own.length < new Set(names).size) return undefined;
  const all = await listObjects<PersistentVolume>(view, { resource: "persistentvolumes" });
  return all.filter(({ metadata }) => own.some((claim) => claim.spec.volumeName === metadata.name));
};

const isReachable = ({ spec }: PersistentVolume, node: Node): boolean =>
  spec.nodeAffinity?.required === undefined || matchesAnyTerm(spec.nodeAffinity.required.nodeSelectorTerms, node);
