import { keepFor } from "#core/keep-for.ts";
import { keepWhile } from "#core/keep-while.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";
import { type ResourceHistory, versionAt } from "../metrics/history/object-history.ts";
import { isUnschedulable } from "../metrics/kube-state/kube-pod-families.ts";

/** Condition of a rule that concerns each object by itself. */
export interface ObjectCondition {
  readonly resource: string;
  /** The part of an object's state that decides, beside its name; undefined: the rule cannot hold for it. */
  readonly stateOf: (object: never) => string | undefined;
}

const condition = <T extends KubeObject>(resource: string, stateOf: (object: T) => string | undefined): ObjectCondition => ({
  resource,
  stateOf,
});

const pods = (stateOf: (pod: Pod) => string | undefined): ObjectCondition => condition("pods", stateOf);

/** Reasons for which containers of a pod wait; undefined when none does. */
export const podIsStuck = pods(({ status }) => {
  let reasons: string | undefined;
  for (const { state } of status?.containerStatuses ?? []) {
    const reason = state?.waiting?.reason;
    if (reason !== undefined) reasons = reasons === undefined ? reason : `${reasons} ${reason}`;
  }
  return reasons;
});

export const podFailed = pods(({ status }) => (status?.phase === "Failed" ? "" : undefined));

export const podIsPending = pods(({ status }) => ((status?.phase ?? "Pending") === "Pending" ? "" : undefined));

export const podIsUnschedulable = pods((pod) => (isUnschedulable(pod) ? "" : undefined));

export const podIsNotReady = pods(({ status }) => {
  if (status?.phase === "Succeeded") return undefined;
  for (const { type, status: holds } of status?.conditions ?? [])
    if (type === "Ready") return holds.toLowerCase() === "false" ? "" : undefined;
  return undefined;
});

const nodes = (stateOf: (node: Node) => string | undefined): ObjectCondition => condition("nodes", stateOf);

/** The Ready condition of a node that is not true. */
export const nodeIsNotReady = nodes(({ spec, status }) => {
  // Whoever works on a node has told so.
  if (spec.unschedulable === true) return undefined;
  const ready = status?.conditions?.find(({ type }) => type === "Ready")?.status;
  return ready === undefined || ready === "True" ? undefined : ready;
});

/** Tells of a node that the controllers have not heard of for a while. */
export const nodeIsUnreachable = nodes(({ spec }) =>
  (spec.taints ?? []).some(({ key, effect }) => key === "node.kubernetes.io/unreachable" && effect === "NoSchedule") ? "" : undefined,
);

/** Tells whether a Deployment has an available replica. */
export const deploymentIsUp = ({ status }: Deployment): boolean => (status?.availableReplicas ?? 0) > 0;

export const deploymentIsDown = condition<Deployment>("deployments.apps", (deployment) => (deploymentIsUp(deployment) ? undefined : ""));

const isPartOfTidb = ({ metadata }: StatefulSet): boolean => /-(pd|tikv|tidb)$/.test(metadata.name);

/** Ready and wanted replicas of a part of a TiDB cluster that has fewer than it wants. */
export const tidbSetIsShort = condition<StatefulSet>("statefulsets.apps", (set) => {
  const [wanted, ready] = [set.spec.replicas ?? 1, set.status?.readyReplicas ?? 0];
  return isPartOfTidb(set) && ready < wanted ? `${ready}/${wanted}` : undefined;
});

/** Tells of a TiDB that no replica serves. */
export const tidbIsDown = condition<StatefulSet>("statefulsets.apps", (set) =>
  set.metadata.name.endsWith("-tidb") && (set.status?.readyReplicas ?? 0) === 0 ? "" : undefined,
);

/** Every condition that a rule asks for. */
const CONDITIONS: readonly ObjectCondition[] = [
  podIsStuck,
  podFailed,
  podIsPending,
  podIsUnschedulable,
  podIsNotReady,
  deploymentIsDown,
  nodeIsNotReady,
  nodeIsUnreachable,
  tidbSetIsShort,
  tidbIsDown,
];

/** An object for which one of the conditions holds, with the part of its state that decides. */
export interface Suspect {
  readonly key: string;
  readonly object: KubeObject;
  readonly states: ReadonlyMap<ObjectCondition, string>;
}

/** The objects of a resource for which any condition held at an instant, in the order of their first appearance. */
export const suspectsAt = (history: ResourceHistory, resource: string, atMs: number): readonly Suspect[] =>
  suspects(history, atMs, resource);

const suspects = keepWhile((history: ResourceHistory, atMs: number, resource: string): readonly Suspect[] => {
  const list: Suspect[] = [];
  for (const [key, newest] of history) {
    const object = versionAt(newest, atMs)?.object;
    const states = object === undefined ? NONE : statesOf(object, resource);
    if (states !== NONE) list.push({ key, object: object as KubeObject, states });
  }
  return list;
});

/** Objects are immutable: each is looked at once. */
const statesOf = keepFor((object: KubeObject, resource: string): Suspect["states"] => findStates(object, resource));

const NONE: Suspect["states"] = new Map();

const findStates = (object: KubeObject, resource: string): Suspect["states"] => {
  let found: Map<ObjectCondition, string> | undefined;
  for (const one of CONDITIONS) {
    const state = one.resource === resource ? one.stateOf(object as never) : undefined;
    if (state === undefined) continue;
    found ??= new Map();
    found.set(one, state);
  }
  return found ?? NONE;
};
