import type { World } from "../kernel/world.ts";

/** Notes that there is a machine with a kubelet behind a node, and how many cores it has. */
export const addMachine = (world: World, node: string, cores: number): void => world.map<number>(MACHINES).set(node, cores);

/** Cores of a node's machine; undefined for a node that is only an object. */
export const machineCores = (world: World, node: string): number | undefined => world.map<number>(MACHINES).get(node);

/** Grows with every machine that is added. */
export const machinesRevision = (world: World): number => world.map(MACHINES).revision;

/** True while the kubelet of a node runs: a stopped one does nothing, and its containers go on; a node that is only an object has none. */
export const isKubeletRunning = (world: World, node: string): boolean =>
  world.map<number>(MACHINES).has(node) && !world.map<number>(STOPPED).has(node);

/** Virtual time at which a node's kubelet was stopped, ms; undefined while it runs. */
export const kubeletStoppedAtMs = (world: World, node: string): number | undefined => world.map<number>(STOPPED).get(node);

/** Failure of a kubelet that ends as soon as it is started, and is started again and again. */
export interface KubeletFailure {
  /** Virtual time of its first start in vain, ms. */
  readonly sinceMs: number;
  /** Its last words. */
  readonly message: string;
}

/** Failure of a node's kubelet; undefined for one that runs, or was stopped. */
export const kubeletFailure = (world: World, node: string): KubeletFailure | undefined => world.map<KubeletFailure>(FAILED).get(node);

/** Records why a kubelet does not come up; undefined: it is not tried any more, or it did. */
export const setKubeletFailure = (world: World, node: string, message: string | undefined): void => {
  const map = world.map<KubeletFailure>(FAILED);
  if (message === undefined) map.delete(node);
  else map.set(node, { sinceMs: world.nowMs(), message });
};

/** Virtual time at which the service manager starts a failing kubelet for the n-th time, 0 first, ms. */
export const restartMs = ({ sinceMs }: KubeletFailure, n: number): number => sinceMs + n * RESTART_MS;

/** Number of restarts of a failing kubelet by an instant. */
export const restartsBy = ({ sinceMs }: KubeletFailure, atMs: number): number => Math.max(0, Math.floor((atMs - sinceMs) / RESTART_MS));

/** RestartSec of the kubelet's service, and the moment that it takes to fail, ms. */
const RESTART_MS = 10_240;

/** Records that a kubelet was stopped or started. */
export const setKubeletStopped = (world: World, node: string, isStopped: boolean): void => {
  const map = world.map<number>(STOPPED);
  if (!isStopped) map.delete(node);
  else if (!map.has(node)) map.set(node, world.nowMs());
};

/** Virtual time at which the container runtime of a node was last restarted by hand, ms; undefined: never. */
export const runtimeRestartedAtMs = (world: World, node: string): number | undefined => world.map<number>(RUNTIME_RESTARTED).get(node);

/** Records that the container runtime of a node was restarted: its containers go on. */
export const noteRuntimeRestart = (world: World, node: string): void => void world.map<number>(RUNTIME_RESTARTED).set(node, world.nowMs());

const RUNTIME_RESTARTED = "containerd/restarted";
const STOPPED = "kubelet/stopped";
const FAILED = "kubelet/failed";
const MACHINES = "kubelet/machines";
