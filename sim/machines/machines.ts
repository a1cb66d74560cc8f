import type { World } from "../kernel/world.ts";

/** Notes that there is a machine with a kubelet behind a node. */
export const addMachine = (world: World, node: string): void => world.map<number>(MACHINES).set(node, world.nowMs());

/** True while the kubelet of a node runs: a stopped one does nothing, and its containers go on; a node that is only an object has none. */
export const isKubeletRunning = (world: World, node: string): boolean =>
  world.map<number>(MACHINES).has(node) && !world.map<number>(STOPPED).has(node);

/** Virtual time at which a node's kubelet was stopped, ms; undefined while it runs. */
export const kubeletStoppedAtMs = (world: World, node: string): number | undefined => world.map<number>(STOPPED).get(node);

/** Records that a kubelet was stopped or started. */
export const setKubeletStopped = (world: World, node: string, isStopped: boolean): void => {
  const map = world.map<number>(STOPPED);
  if (!isStopped) map.delete(node);
  else if (!map.has(node)) map.set(node, world.nowMs());
};

const STOPPED = "kubelet/stopped";
const MACHINES = "kubelet/machines";
