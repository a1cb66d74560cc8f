import { matchesTerm } from "#kube/objects/node-affinity.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { Pod } from "#kube/types/pod.ts";
import { controllerRef } from "../controller-runtime/controller.ts";
import type { FilterContext } from "./filter-plugin.ts";
import type { NodeState } from "./node-state.ts";
import { podRequests } from "./pod-requests.ts";
import { scoreCompany } from "./score-company.ts";
import { scoreSpread } from "./score-spread.ts";

/** The node that suits a pod best: the emptiest, then the one with the fewest pods of its kind; equals are drawn among. */
export const chooseNode = (context: FilterContext, candidates: readonly NodeState[]): NodeState => {
  const { world, pod } = context;
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return first;
  const [spreads, companies] = [scoreSpread(context, candidates), scoreCompany(context, candidates)];
  const scored = candidates.map((node) => ({
    node,
    score: scoreNode(pod, node, spreads?.get(node.name)) + 2 * (companies?.get(node.name) ?? 0),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  const equals = scored.filter(({ score }) => score === best).map(({ node }) => node);
  return equals.length === 1 ? (equals[0] as NodeState) : world.rng(`scheduler/${pod.metadata.uid}`).pick(equals);
};

/** @param spreading by the pod's own constraints; undefined: it has none, and is spread by its owner */
const scoreNode = (pod: Pod, node: NodeState, spreading: number | undefined): number =>
  leastAllocated(pod, node) + 2 * (spreading ?? spread(pod, node)) + preferredAffinity(pod, node) - 3 * dislikedTaints(pod, node);

/** 0…100: how much of CPU and memory would be left; pods that request nothing count as small ones. */
const leastAllocated = (pod: Pod, { allocatable, requested, pods }: NodeState): number => {
  const requests = podRequests(pod.spec);
  const left = (resource: string, smallest: number): number => {
    const total = allocatable[resource] ?? 0;
    const idle = pods.filter(({ spec }) => podRequests(spec)[resource] === undefined).length;
    const used = (requested[resource] ?? 0) + idle * smallest + (requests[resource] ?? smallest);
    return total === 0 ? 0 : Math.max(0, Math.floor(((total - used) * 100) / total));
  };
  return Math.floor((left("cpu", SMALL_CPU_MILLI) + left("memory", SMALL_MEMORY_BYTES)) / 2);
};

const SMALL_CPU_MILLI = 100;
const SMALL_MEMORY_BYTES = 200 * 1024 * 1024;

/** 0…50: fewer pods of the same owner are better. */
const spread = (pod: Pod, { pods }: NodeState): number => {
  const owner = controllerRef(pod)?.uid;
  if (owner === undefined) return 0;
  return Math.max(0, 50 - 10 * pods.filter((other) => controllerRef(other)?.uid === owner).length);
};

const preferredAffinity = ({ spec }: Pod, { node }: NodeState): number =>
  (spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).reduce(
    (sum, { weight, preference }) => sum + (matchesTerm(preference, node) ? weight : 0),
    0,
  );

const dislikedTaints = ({ spec }: Pod, { node }: NodeState): number =>
  (node.spec.taints ?? []).filter((taint) => taint.effect === "PreferNoSchedule" && !tolerates(spec.tolerations, taint)).length * 10;
