import { matchesNode } from "#kube/objects/node-affinity.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { NodeSelectorTerm, Toleration } from "#kube/types/placement.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";
import type { DaemonSet } from "#kube/types/workloads.ts";
import { REVISION_LABEL } from "../../controller-runtime/controller-revisions.ts";
import { podFromTemplate } from "../../controller-runtime/pod-from-template.ts";

/** Tells whether a node should get a pod, and whether an existing one may stay. */
export const placementOf = ({ spec }: DaemonSet, node: Node): { readonly shouldRun: boolean; readonly mayStay: boolean } => {
  const template = spec.template.spec;
  if (!matchesNode(template, node)) return { shouldRun: false, mayStay: false };
  const tolerations = withOwnTolerations(template);
  const untolerated = (node.spec.taints ?? []).filter((taint) => taint.effect !== "PreferNoSchedule" && !tolerates(tolerations, taint));
  return { shouldRun: untolerated.length === 0, mayStay: untolerated.every(({ effect }) => effect !== "NoExecute") };
};

/** The pod for one node: it names the node by its affinity, and the scheduler binds it. */
export const daemonPod = (daemonSet: DaemonSet, { metadata: { name } }: Node, hash: string): Pod => {
  const { template } = daemonSet.spec;
  const generation =
    daemonSet.metadata.annotations?.["deprecated.daemonset.template.generation"] ?? `${daemonSet.metadata.generation ?? 1}`;
  const pod = podFromTemplate(daemonSet, template, { labels: { [REVISION_LABEL]: hash, "pod-template-generation": generation } });
  return { ...pod, spec: { ...template.spec, affinity: pinned(template.spec, name), tolerations: withOwnTolerations(template.spec) } };
};

/** Node that a pod is bound or targeted to. */
export const nodeOf = ({ spec }: Pod): string | undefined => {
  if (spec.nodeName !== undefined) return spec.nodeName;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return terms[0]?.matchFields?.find(({ key }) => key === "metadata.name")?.values?.[0];
};

const pinned = ({ affinity }: PodSpec, node: string): NonNullable<PodSpec["affinity"]> => {
  const matchFields = [{ key: "metadata.name", operator: "In" as const, values: [node] }];
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const nodeSelectorTerms: readonly NodeSelectorTerm[] =
    terms === undefined ? [{ matchFields }] : terms.map((term) => ({ ...term, matchFields }));
  return {
    ...affinity,
    nodeAffinity: { ...affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  };
};

const OWN_TOLERATIONS: readonly Toleration[] = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/disk-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/pid-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/unschedulable", operator: "Exists", effect: "NoSchedule" },
];
const NETWORK_TOLERATION: Toleration = { key: "node.kubernetes.io/network-unavailable", operator: "Exists", effect: "NoSchedule" };

const withOwnTolerations = ({ tolerations = [], hostNetwork }: PodSpec): readonly Toleration[] => [
  ...tolerations,
  ...OWN_TOLERATIONS,
  ...(hostNetwork === true ? [NETWORK_TOLERATION] : []),
];
