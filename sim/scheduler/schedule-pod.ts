import type { Pod } from "#kube/types/pod.ts";
import { getObject } from "../apiserver/store/store.ts";
import { splitKey } from "../controller-runtime/controller.ts";
import type { World } from "../kernel/world.ts";
import { bindPod, reserveVolumes } from "./bind-pod.ts";
import { failureMessage, type Unschedulable } from "./failure-message.ts";
import type { FilterContext, FilterFailure } from "./filter-plugin.ts";
import { FILTERS } from "./filters.ts";
import { ASSUMED, type NodeState, nodeStatesFor } from "./node-state.ts";
import { findPreemption, preempt } from "./preempt.ts";
import { attemptsOf, giveUp, succeed } from "./queue.ts";
import { reportFailure } from "./report-failure.ts";
import { chooseNode } from "./score.ts";

/** One try to place a pod. */
export const schedulePod = (world: World, podKey: string): void => {
  const { namespace, name } = splitKey(podKey);
  const pod = getObject<Pod>(world, "pods", namespace, name);
  if (pod === undefined || !isOurs(pod) || world.map(ASSUMED).has(podKey)) return;
  const context: FilterContext = { world, pod, nodes: nodeStatesFor(world, pod) };
  const waiting = FILTERS.filter(({ mayTry }) => mayTry?.(context) === false).map(({ name: plugin }) => plugin);
  if (waiting.length > 0) return giveUp(world, podKey, waiting);
  const placed = place(context);
  if (placed.kind === "node") return reserve(world, podKey, pod, placed.node);
  const preemption = placed.why.kind === "filtered" && placed.why.canPreempt ? findPreemption(context) : undefined;
  const message = failureMessage(context.nodes.length, placed.why, preemption !== undefined);
  reportFailure(world, pod, { reason: "Unschedulable", message });
  // A victim that is gone at once brings the pod back.
  giveUp(world, podKey, placed.plugins);
  if (preemption !== undefined) preempt(context, preemption);
};

/** True for a pod that waits for the default scheduler and may be scheduled. */
export const isOurs = ({ metadata, spec }: Pod): boolean =>
  spec.nodeName === undefined &&
  metadata.deletionTimestamp === undefined &&
  (spec.schedulerName ?? "default-scheduler") === "default-scheduler" &&
  (spec.schedulingGates ?? []).length === 0;

type Placement =
  | { readonly kind: "node"; readonly node: NodeState }
  | { readonly kind: "none"; readonly why: Unschedulable; readonly plugins: readonly string[] };

const place = (context: FilterContext): Placement => {
  for (const { name, refuse, refusesAllNodes: isOfAllNodes = false } of FILTERS) {
    const reason = refuse?.(context);
    if (reason !== undefined) return { kind: "none", why: { kind: "refused", reason, isOfAllNodes }, plugins: [name] };
  }
  const fitting: NodeState[] = [];
  const failures: FilterFailure[] = [];
  const plugins = new Set<string>();
  for (const node of context.nodes) {
    const failed = firstFailure(context, node);
    if (failed === undefined) fitting.push(node);
    else {
      failures.push(failed.failure);
      plugins.add(failed.plugin);
    }
  }
  if (fitting.length > 0) return { kind: "node", node: chooseNode(context, fitting) };
  const postFilterMessage = FILTERS.find(({ name, postFilterMessage: said }) => said !== undefined && plugins.has(name))?.postFilterMessage;
  return {
    kind: "none",
    why: {
      kind: "filtered",
      failures,
      canPreempt: context.pod.spec.preemptionPolicy !== "Never",
      ...(postFilterMessage && { postFilterMessage }),
    },
    plugins: [...plugins],
  };
};

const firstFailure = (
  context: FilterContext,
  node: NodeState,
): { readonly plugin: string; readonly failure: FilterFailure } | undefined => {
  for (const { name, filter } of FILTERS) {
    const failure = filter(context, node);
    if (failure !== undefined) return { plugin: name, failure };
  }
  return undefined;
};

/** Reserves a node: binds claims that wait for their consumer, then the pod. */
const reserve = (world: World, podKey: string, pod: Pod, { name }: NodeState): void => {
  const attempts = attemptsOf(world, podKey);
  succeed(world, podKey);
  if (reserveVolumes(world, podKey, pod, { node: name, attempts })) bindPod(world, pod, { node: name, attempts });
};
