import type { Pod } from "#kube/types/pod.ts";
import type { ObjectChange } from "../kernel/object-change.ts";
import type { World } from "../kernel/world.ts";
import type { NodeState } from "./node-state.ts";

/** Filter of nodes for a pod. */
export interface FilterPlugin {
  readonly name: string;
  /** False while the pod is not even tried, and nothing is said. */
  readonly mayTry?: (context: FilterContext) => boolean;
  /** Says why no node at all can take the pod, before any is looked at. */
  readonly refuse?: (context: FilterContext) => string | undefined;
  /** True: its refusal is reported as a failure of all nodes. */
  readonly refusesAllNodes?: boolean;
  /** Says why this node cannot take the pod; undefined: it can. */
  readonly filter: (context: FilterContext, node: NodeState) => FilterFailure | undefined;
  /** Message of PostFilter for a pod that failed here; missing: the usual one. */
  readonly postFilterMessage?: string;
  /** True when a change could make a pod schedulable that this plug-in turned away. */
  readonly isCuredBy: (change: ObjectChange) => boolean;
}

/** Context of a filter plugin. */
export interface FilterContext {
  readonly world: World;
  readonly pod: Pod;
  /** All nodes, sorted by name. */
  readonly nodes: readonly NodeState[];
}

/** Failure of a filter plug-in on a node: Unschedulable, or UnschedulableAndUnresolvable. */
export interface FilterFailure {
  /** One text per reason; each counts for itself. */
  readonly reasons: readonly string[];
  /** True for UnschedulableAndUnresolvable: preempting other pods cannot help. */
  readonly isUnresolvable: boolean;
}

/** Creates a failure with the status UnschedulableAndUnresolvable: preempting other pods cannot help. */
export const unschedulableAndUnresolvable = (...reasons: readonly string[]): FilterFailure => ({ reasons, isUnresolvable: true });

/** Creates a failure with the status Unschedulable: preempting other pods could help. */
export const unschedulable = (...reasons: readonly string[]): FilterFailure => ({ reasons, isUnresolvable: false });

/** True for changes of nodes. */
export const isNodeChange = ({ resource }: ObjectChange): boolean => resource === "nodes";

/** True when a pod that held a place on a node is gone or has ended. */
export const isPodGone = ({ resource, type, object, previous }: ObjectChange): boolean => {
  if (resource !== "pods") return false;
  const after = object as Pod;
  if (after.spec.nodeName === undefined) return false;
  return type === "DELETED" ? !isOver(after) : isOver(after) && previous !== undefined && !isOver(previous as Pod);
};

/** True when pods were created, deleted or relabelled. */
export const isPodSetChange = (change: ObjectChange): boolean => {
  if (change.resource !== "pods") return false;
  const [after, before] = [change.object as Pod, change.previous as Pod | undefined];
  return isPodGone(change) || before?.spec.nodeName !== after.spec.nodeName || before?.metadata.labels !== after.metadata.labels;
};

const isOver = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";
