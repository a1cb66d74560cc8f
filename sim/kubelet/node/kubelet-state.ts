import type { World } from "../../kernel/world.ts";

/** True while the kubelet of a node runs: a stopped one does nothing, and its containers go on; a node that is only an object has none. */
export const isKubeletRunning = (world: World, node: string): boolean =>
  world.map<number>(MACHINES).has(node) && !world.map<number>(STOPPED).has(node);

/** Records that a machine with a kubelet backs a node. */
export const addMachine = (world: World, node: string): void => world.map<number>(MACHINES).set(node, world.nowMs());

/** Virtual time at which a node's kubelet was stopped, ms; undefined while it runs. */
export const kubeletStoppedAtMs = (world: World, node: string): number | undefined => world.map<number>(STOPPED).get(node);

/** Records that a kubelet was stopped or started. */
export const setKubeletStopped = (world: World, node: string, isStopped: boolean): void => {
  const map = world.map<number>(STOPPED);
  if (!isStopped) map.delete(node);
  else if (!map.has(node)) map.set(node, world.nowMs());
};

/** Timers of the kubelet. */
export const SYNC = "kubelet/sync";
export const STEP = "kubelet/step";
export const CONTAINER_EXITED = "kubelet/container-exited";
export const PROBE = "kubelet/probe";
export const DEADLINE = "kubelet/deadline";

/** Asks for a look at a pod, no later than an instant. */
export const syncNoLaterThan = (world: World, podKey: string, atMs: number): void => world.setTimerNoLaterThan(SYNC, podKey, atMs);

const STOPPED = "kubelet/stopped";
const MACHINES = "kubelet/machines";
