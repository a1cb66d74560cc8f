import { toTimestamp } from "#core/timestamp.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { enqueue } from "../../controller-runtime/controller.ts";
import { clientForNode } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { isKubeletRunning, kubeletFailure, restartMs, restartsBy, setKubeletFailure, setKubeletStopped } from "../../machines/machines.ts";
import { noteUnitChange } from "../../machines/unit-log.ts";
import { runtimesOn } from "../pod/pod-runtime.ts";
import { showMirrors } from "../pod/static-pods.ts";
import { healthyConditions } from "./healthy-conditions.ts";
import { kubeletProblem } from "./kubelet-settings.ts";
import { syncNoLaterThan } from "./kubelet-timers.ts";
import { reportSchedulability } from "./schedulability.ts";

/** Stops the kubelet of a node: its containers keep running without probes and status updates, and the node stops reporting. */
export const stopKubelet = (world: World, node: string): void => {
  if (isKubeletRunning(world, node) || kubeletFailure(world, node) !== undefined)
    noteUnitChange(world, { node, unit: "kubelet", change: "stopped" });
  setKubeletFailure(world, node, undefined);
  setKubeletStopped(world, node, true);
  enqueue(world, "node-lifecycle", node);
};

/**
 * Starts the kubelet of a node again: it reports that the node is well, and looks at every pod that it knows or that was bound to its node
 * meanwhile. One whose settings are wrong ends at once, and its service manager tries again and again.
 */
export const startKubelet = (world: World, node: string): void => {
  if (isKubeletRunning(world, node)) return;
  const problem = kubeletProblem(world, node);
  if (problem !== undefined) return fail(world, node, problem);
  setKubeletFailure(world, node, undefined);
  setKubeletStopped(world, node, false);
  noteUnitChange(world, { node, unit: "kubelet", change: "started" });
  reportReady(world, node);
  reportSchedulability(world, node);
  showMirrors(world, node);
  const bound = listObjects<Pod>(world, "pods").flatMap(({ metadata, spec }) =>
    spec.nodeName === node ? [`${metadata.namespace}/${metadata.name}`] : [],
  );
  for (const key of new Set([...runtimesOn(world, node).map(([podKey]) => podKey), ...bound]))
    syncNoLaterThan(world, key, world.nowMs() + START_UP_MS);
};

const START_UP_MS = 1500;
const TELL_AGAIN_MS = 10_000;

const fail = (world: World, node: string, message: string): void => {
  if (kubeletFailure(world, node)?.message === message) return;
  noteUnitChange(world, { node, unit: "kubelet", change: "failed", message });
  setKubeletFailure(world, node, message);
  setKubeletStopped(world, node, true);
  enqueue(world, "node-lifecycle", node);
};

/** The timer of a failing kubelet's next start. */
export const RESTART = "kubelet/restart";

/** Plans the next start of a failing kubelet, if its settings have become right or wrong in another way. */
export const reconsiderKubelet = (world: World, node: string): void => {
  const failure = kubeletFailure(world, node);
  if (failure === undefined || kubeletProblem(world, node) === failure.message) return;
  world.setTimer(RESTART, node, restartMs(failure, restartsBy(failure, world.nowMs()) + 1));
};

/** Starts a kubelet that failed until now; one that was stopped meanwhile stays so. */
export const restartKubelet = (world: World, node: string): void => {
  if (kubeletFailure(world, node) !== undefined) startKubelet(world, node);
};

const reportReady = (world: World, name: string): void => {
  const node = getObject<Node>(world, "nodes", undefined, name);
  if (node === undefined) return;
  const client = clientForNode(world, name);
  client.event(node, { type: "Normal", reason: "Starting", message: "Starting kubelet.", component: "kubelet", host: name });
  tellReady(world, name);
};

/** The timer at which a kubelet says again that its node is well. */
export const READY = "kubelet/ready";

/** Says that a node is well, and again after a refusal. */
export const tellReady = (world: World, name: string): void => {
  const node = getObject<Node>(world, "nodes", undefined, name);
  if (node === undefined || !isKubeletRunning(world, name)) return;
  const client = clientForNode(world, name);
  const isLost = node.status?.conditions?.some(({ type, status }) => type === "Ready" && status !== "True") === true;
  if (!isLost) return;
  const conditions = healthyConditions(toTimestamp(world.nowMs()));
  const told = client.updateStatus<Node>("nodes", { ...node, status: { ...node.status, conditions } });
  if (!told.ok) return world.setTimer(READY, name, world.nowMs() + TELL_AGAIN_MS);
  client.event(node, {
    type: "Normal",
    reason: "NodeReady",
    message: `Node ${name} status is now: NodeReady`,
    component: "kubelet",
    host: name,
  });
};
