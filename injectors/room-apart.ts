import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { baselineWorkload, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import type { Check, Finding } from "#kube/checks/oracle.ts";
import { readWorkload, type Workload } from "#kube/checks/workload.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { REQUIRED } from "./apart.ts";
import { openWorkers } from "./open-workers.ts";

/**
 * Check that there are as many places as pods of a workload that must keep apart from each other: a worker each, and none where they
 * have a volume that one node alone may mount.
 *
 * A node that its pods were kept off is no such place, nor is a label that a node got since.
 */
export const roomApart = (baseline: Baseline, target: string): Check =>
  writtenDefectGone("room-for-all-pods", (view) => judgeRoomApart(view, baseline, target));

const judgeRoomApart = async (view: ClusterView, baseline: Baseline, target: string): Promise<Finding> => {
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return { held: false, evidence: `${target} is gone` };
  const replicas = workload.spec.replicas ?? 1;
  const keys = keysApart(workload);
  const nodes = (await listObjects<Node>(view, { resource: "nodes" })).map(
    (node) => baselineObject<Node>(baseline, "nodes", node.metadata.name) ?? node,
  );
  const workers = openWorkers(nodes, baselineWorkload(baseline, target).spec.template.spec);
  // A new pod cannot come to the node of the volume as long as the old one is there: not even one pod could be rolled out.
  const reach = keys.length > 0 && (await isBoundToNode(view, workload)) ? 0 : Number.POSITIVE_INFINITY;
  const places = Math.min(reach, ...keys.map((key) => countPlaces(workers, key)));
  return { held: replicas <= places, evidence: `${target} wants ${replicas} pods, with places for ${places}` };
};

/** Labels of nodes by which pods of a workload must keep apart from each other. */
const keysApart = ({ spec }: Workload): readonly string[] =>
  (spec.template.spec.affinity?.podAntiAffinity?.[REQUIRED] ?? [])
    .filter(({ labelSelector }) => labelSelector !== undefined && matchesLabelSelector(labelSelector, spec.template.metadata?.labels ?? {}))
    .map(({ topologyKey }) => topologyKey);

/** Number of values of a label; a node without it keeps nobody apart. */
const countPlaces = (nodes: readonly Node[], key: string): number => {
  const values = nodes.map(({ metadata }) => metadata.labels?.[key]);
  return values.includes(undefined) ? Number.POSITIVE_INFINITY : new Set(values).size;
};

/** True if the pods of a workload have a volume that one node alone may mount. */
const isBoundToNode = async (view: ClusterView, { metadata, spec }: Workload): Promise<boolean> => {
  const names = (spec.template.spec.volumes ?? []).map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName);
  const claims = await listObjects<PersistentVolumeClaim>(view, {
    resource: "persistentvolumeclaims",
    namespace: metadata.namespace,
  });
  return claims.some(
    (claim) => names.includes(claim.metadata.name) && !(claim.spec.accessModes ?? []).some((mode) => mode.endsWith("Many")),
  );
};
