import type { PodAffinityTerm } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import {
  type FilterContext,
  type FilterPlugin,
  isNodeChange,
  isPodSetChange,
  unschedulable,
  unschedulableAndUnresolvable,
} from "../filter-plugin.ts";
import type { NodeState } from "../node-state.ts";
import { selectsOther } from "../pod-affinity-term.ts";

/** Pods that must or must not share a zone, by labels: from the affinity of the new pod and of existing ones. */
export const interPodAffinity: FilterPlugin = {
  name: "InterPodAffinity",
  filter: (context, node) => {
    const { world, pod } = context;
    const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
    const wanted = podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    if (!wanted.every((term) => hasCompany(context, node, term)))
      return unschedulableAndUnresolvable("node(s) didn't match pod affinity rules");
    const antiAffinityTerms = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    if (antiAffinityTerms.some((term) => companions(context, node, term).some((other) => selectsOther(world, term, pod, other)))) {
      return unschedulable("node(s) didn't match pod anti-affinity rules");
    }
    return violatesExistingAntiAffinity(context, node)
      ? unschedulable("node(s) didn't satisfy existing pods anti-affinity rules")
      : undefined;
  },
  isCuredBy: (change) => isNodeChange(change) || isPodSetChange(change),
};

/** Pods on all nodes in the same topology domain. */
const companions = ({ nodes }: FilterContext, node: NodeState, { topologyKey }: PodAffinityTerm): readonly Pod[] => {
  const value = node.node.metadata.labels?.[topologyKey];
  return value === undefined
    ? []
    : nodes.filter((other) => other.node.metadata.labels?.[topologyKey] === value).flatMap(({ pods }) => pods);
};

/** The first pod of a group that wants its own company may go anywhere with the topology key. */
const hasCompany = (context: FilterContext, node: NodeState, term: PodAffinityTerm): boolean => {
  const { world, pod, nodes } = context;
  if (node.node.metadata.labels?.[term.topologyKey] === undefined) return false;
  if (companions(context, node, term).some((other) => selectsOther(world, term, pod, other))) return true;
  return selectsOther(world, term, pod, pod) && !nodes.some(({ pods }) => pods.some((other) => selectsOther(world, term, pod, other)));
};

const violatesExistingAntiAffinity = (context: FilterContext, node: NodeState): boolean =>
  context.nodes.some(({ node: other, withAffinity }) =>
    withAffinity.some((present) =>
      (present.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).some((term) => {
        const value = other.metadata.labels?.[term.topologyKey];
        return (
          value !== undefined &&
          value === node.node.metadata.labels?.[term.topologyKey] &&
          selectsOther(context.world, term, present, context.pod)
        );
      }),
    ),
  );
