import type { Node } from "#kube/types/cluster.ts";
import { getObject } from "../apiserver/store.ts";
import { clientForNode } from "../controllers/frame/identity.ts";
import type { ChangeObserver, World } from "../kernel/world.ts";
import { isKubeletRunning } from "./kubelet-state.ts";
import { nextStatusMs } from "./node-time.ts";

/** The timer at which a kubelet looks at its own node. */
export const NODE_STATUS = "kubelet/node-status";

/** A kubelet sees that its node was closed or opened for new pods when it next reports its status. */
export const noteSchedulability: ChangeObserver = (world, { type, resource, key, object, previous }) => {
  if (resource !== "nodes" || type !== "MODIFIED") return;
  if ((object as Node).spec.unschedulable !== (previous as Node).spec.unschedulable)
    world.setTimerNoLaterThan(NODE_STATUS, key, nextStatusMs(world, key));
};

/** Says whether the node takes pods, where that is news. */
export const reportSchedulability = (world: World, name: string): void => {
  const node = getObject<Node>(world, "nodes", undefined, name);
  if (node === undefined || !isKubeletRunning(world, name)) return;
  const closed = world.map<true>(CLOSED);
  const isClosed = node.spec.unschedulable === true;
  if (isClosed === closed.has(name)) return;
  if (isClosed) closed.set(name, true);
  else closed.delete(name);
  const reason = isClosed ? "NodeNotSchedulable" : "NodeSchedulable";
  const message = `Node ${name} status is now: ${reason}`;
  clientForNode(world, name).event(node, { type: "Normal", reason, message, component: "kubelet", host: name });
};

const CLOSED = "kubelet/unschedulable";
