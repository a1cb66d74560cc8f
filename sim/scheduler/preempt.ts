import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { PodDisruptionBudget } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "../apiserver/store/store.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import { withDisruption } from "../controller-runtime/pod-condition.ts";
import type { FilterContext } from "./filter-plugin.ts";
import { FILTERS } from "./filters.ts";
import { type NodeState, nodeStateOf } from "./node-state.ts";

/** Pods of lower priority on one node that have to end so that another fits. */
export interface Preemption {
  readonly node: NodeState;
  readonly victims: readonly Pod[];
  /** Number of victims whose eviction violates a disruption budget. */
  readonly violations: number;
}

/** Finds the node where making room for a pod costs least; undefined when nothing helps. */
export const findPreemption = (context: FilterContext): Preemption | undefined => {
  const options = context.nodes.flatMap((node) => victimsOn(context, node) ?? []);
  return options.sort(
    (a, b) =>
      a.violations - b.violations ||
      highest(a.victims) - highest(b.victims) ||
      sum(a.victims) - sum(b.victims) ||
      a.victims.length - b.victims.length ||
      (a.node.name < b.node.name ? -1 : 1),
  )[0];
};

/** Evicts the victims and nominates the pod for the node. */
export const preempt = (context: FilterContext, { node, victims }: Preemption): void => {
  const { world, pod } = context;
  const client = clientFor(world, "scheduler");
  for (const victim of victims) endVictim(context, victim, node.name);
  const present = client.get<Pod>("pods", pod.metadata.namespace, pod.metadata.name) ?? pod;
  client.updateStatus<Pod>("pods", { ...present, status: { ...present.status, nominatedNodeName: node.name } });
};

const priorityOf = ({ spec }: Pod): number => spec.priority ?? 0;

const highest = (pods: readonly Pod[]): number => Math.max(...pods.map(priorityOf));

/** Sum of priorities, shifted to be positive, so that fewer victims always cost less. */
const sum = (pods: readonly Pod[]): number => pods.reduce((total, pod) => total + priorityOf(pod) + 2 ** 31, 0);

/** The fewest pods of lower priority that must go; undefined when the node cannot be made to fit. Pods that end already are no victims. */
const victimsOn = (context: FilterContext, state: NodeState): Preemption | undefined => {
  const lower = state.pods.filter((other) => priorityOf(other) < priorityOf(context.pod) && other.metadata.deletionTimestamp === undefined);
  if (lower.length === 0) return undefined;
  const without = (gone: ReadonlySet<Pod>) =>
    nodeStateOf(
      state.node,
      state.pods.filter((other) => !gone.has(other)),
    );
  const gone = new Set(lower);
  if (!fits(context, without(gone))) return undefined;
  const important = [...lower].sort(moreImportantFirst);
  const guarded = guardedByBudgets(context, important);
  // Those that a budget guards are let live first.
  for (const candidate of [...important.filter((pod) => guarded.has(pod)), ...important.filter((pod) => !guarded.has(pod))]) {
    gone.delete(candidate);
    if (!fits(context, without(gone))) gone.add(candidate);
  }
  const victims = important.filter((pod) => gone.has(pod));
  return { node: state, victims, violations: victims.filter((pod) => guarded.has(pod)).length };
};

const moreImportantFirst = (a: Pod, b: Pod): number => {
  const [left, right] = [a.status?.startTime ?? "", b.status?.startTime ?? ""];
  return priorityOf(b) - priorityOf(a) || (left === right ? (a.metadata.name < b.metadata.name ? -1 : 1) : left < right ? -1 : 1);
};

/** Pods whose eviction would violate a budget, after those before them in the list. */
const guardedByBudgets = ({ world }: FilterContext, pods: readonly Pod[]): ReadonlySet<Pod> => {
  const budgets = listObjects<PodDisruptionBudget>(world, "poddisruptionbudgets.policy");
  const allowed = new Map(budgets.map((budget) => [budget, budget.status?.disruptionsAllowed ?? 0]));
  const guarded = new Set<Pod>();
  for (const pod of budgets.length === 0 ? [] : pods) {
    for (const budget of budgets) {
      if (budget.metadata.namespace !== pod.metadata.namespace || !matchesLabelSelector(budget.spec.selector, pod.metadata.labels))
        continue;
      const left = (allowed.get(budget) ?? 0) - 1;
      allowed.set(budget, left);
      if (left < 0) guarded.add(pod);
    }
  }
  return guarded;
};

const fits = (context: FilterContext, node: NodeState): boolean => {
  const nodes = context.nodes.map((other) => (other.name === node.name ? node : other));
  return FILTERS.every(({ filter }) => filter({ ...context, nodes }, node) === undefined);
};

const endVictim = ({ world, pod }: FilterContext, victim: Pod, node: string): void => {
  const client = clientFor(world, "scheduler");
  const message = "default-scheduler: preempting to accommodate a higher priority pod";
  client.updateStatus<Pod>("pods", withDisruption(victim, world.nowMs(), "PreemptionByScheduler", message));
  client.delete("pods", victim.metadata.namespace, victim.metadata.name);
  client.event(victim, {
    type: "Normal",
    reason: "Preempted",
    message: `Preempted by pod ${pod.metadata.uid} on node ${node}`,
    component: "default-scheduler",
  });
};
