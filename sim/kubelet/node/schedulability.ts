import type { Node } from "#kube/types/cluster.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { clientForNode } from "../../controller-runtime/identity.ts";
import type { ChangeObserver, World } from "../../kernel/world.ts";
import { isKubeletRunning } from "../../machines/machines.ts";
import { nextStatusMs } from "./node-time.ts";

/** The timer at which a kubelet looks at its own node. */
export const NODE_STATUS = "kubelet/node-status";

/** A kubelet sees that its node was closed or opened for new pods when it next reports its status. */
export const onSchedulabilityChanged: ChangeObserver = (world, { type, resource, key, object, previous }) => {
  if (resource !== "nodes" || type !== "MODIFIED") return;
  const [before, after] = [previous as Node, object as Node];
  if (after.spec.unschedulable !== before.spec.unschedulable || !isAllocatable(after))
    world.setTimerNoLaterThan(NODE_STATUS, key, nextStatusMs(world, key));
};

/** Reports a change of the node's schedulability, and makes extended resources that were added to the capacity allocatable. */
export const reportSchedulability = (world: World, name: string): void => {
  const node = getObject<Node>(world, "nodes", undefined, name);
  if (node === undefined || !isKubeletRunning(world, name)) return;
  if (!isAllocatable(node)) {
    const { capacity = {}, allocatable = {} } = node.status ?? {};
    const own = Object.entries(allocatable).filter(([resource]) => !isExtended(resource));
    const others = Object.entries(capacity).filter(([resource]) => isExtended(resource));
    const told = clientForNode(world, name).updateStatus<Node>("nodes", {
      ...node,
      status: { ...node.status, allocatable: Object.fromEntries([...own, ...others]) },
    });
    if (!told.ok) world.setTimer(NODE_STATUS, name, world.nowMs() + REPORT_MS);
  }
  const closed = world.map<true>(CLOSED);
  const isClosed = node.spec.unschedulable === true;
  if (isClosed === closed.has(name)) return;
  if (isClosed) closed.set(name, true);
  else closed.delete(name);
  const reason = isClosed ? "NodeNotSchedulable" : "NodeSchedulable";
  const message = `Node ${name} status is now: ${reason}`;
  clientForNode(world, name).event(node, { type: "Normal", reason, message, component: "kubelet", host: name });
};

/** Interval at which a kubelet reports its node's status, ms. */
const REPORT_MS = 10_000;

const CLOSED = "kubelet/unschedulable";

/** True when all extended resources of the capacity, which other components set, are allocatable. */
const isAllocatable = ({ status }: Node): boolean => {
  const { capacity = {}, allocatable = {} } = status ?? {};
  const resources = new Set([...Object.keys(capacity), ...Object.keys(allocatable)]);
  return [...resources].every((resource) => !isExtended(resource) || capacity[resource] === allocatable[resource]);
};

const isExtended = (resource: string): boolean => resource.includes("/");
