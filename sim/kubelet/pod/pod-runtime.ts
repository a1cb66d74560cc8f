import type { ResourceRequirements } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import type { Backoff } from "../container/backoff.ts";
import type { Allocation } from "./pod-allocation.ts";
import type { Resize } from "./resize-pod.ts";

/** State of a pod in its kubelet, besides the API: its sandbox, its containers, its last failures. Immutable. */
export interface PodRuntime {
  readonly uid: string;
  readonly node: string;
  readonly admittedAtMs: number;
  /** Undefined until the network of the pod stands. */
  readonly sandboxIP: string | undefined;
  /** True once the sandbox was taken down again: the pod has ended. */
  readonly isTornDown: boolean;
  /** Failed tries to mount, by volume: each waits longer. */
  readonly mounts: Readonly<Record<string, MountRetry>>;
  readonly containers: Readonly<Record<string, ContainerRuntime>>;
  /** Resources allocated to its containers; a resize can ask for more. */
  readonly allocated: Allocation;
  /** Missing: it was never asked to have other resources. */
  readonly resize?: Resize;
  /** Reasons for which containers could not be started at the last try: `ImagePullBackOff`, `CrashLoopBackOff`, …. */
  readonly reasons: Readonly<Record<string, WaitingReason>>;
  readonly restartBackoffs: Readonly<Record<string, Backoff>>;
  readonly imageBackoffs: Readonly<Record<string, ImageBackoff>>;
  /** Set when the kubelet ended it for good: its deadline passed, or it took too much of the node. */
  readonly verdict?: { readonly reason: string; readonly message: string };
  /** Virtual time at which the last of its containers exits, ms; undefined while the pod is not terminating. */
  readonly terminatesAtMs?: number;
}

/** Next try to mount a volume. */
export interface MountRetry {
  readonly failures: number;
  readonly retryAtMs: number;
}

/** A failed pull with its delay. */
export interface ImageBackoff extends Backoff {
  readonly error: WaitingReason;
}

/** A waiting state's reason. */
export interface WaitingReason {
  readonly reason: string;
  readonly message?: string;
}

/** A container of a pod: its present instance and the one before. */
export interface ContainerRuntime {
  readonly current: ContainerInstance;
  readonly previous: ContainerInstance | undefined;
  /** True once the startup probe, if any, has passed. */
  readonly isStarted: boolean;
  /** The readiness probe, if any, passes. */
  readonly isReady: boolean;
  /** Reason for which the kubelet kills it or has just killed it, as in the event (`failed liveness probe`). */
  readonly condemned?: string;
}

/** One run of a container. */
export interface ContainerInstance {
  readonly id: string;
  /** 0 for the first. */
  readonly attempt: number;
  /** The image reference of the spec that it was made from. */
  readonly image: string;
  readonly imageId: string;
  /** Resources in force for the container. */
  readonly resources: ResourceRequirements | undefined;
  /** Undefined when it was created and could not be started. */
  readonly startedAtMs: number | undefined;
  readonly exit: InstanceExit | undefined;
}

/** End of a container's run. */
export interface InstanceExit {
  readonly atMs: number;
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
}

const PODS = "kubelet/pods";

/** State of a pod in its kubelet, by `namespace/name`. */
export const runtimeOf = (world: World, podKey: string): PodRuntime | undefined => world.map<PodRuntime>(PODS).get(podKey);

/** Stores a pod's state in the kubelet. */
export const saveRuntime = (world: World, podKey: string, runtime: PodRuntime): PodRuntime => {
  world.map<PodRuntime>(PODS).set(podKey, Object.freeze(runtime));
  return runtime;
};

/** Forgets a pod. */
export const dropRuntime = (world: World, podKey: string): void => world.map<PodRuntime>(PODS).delete(podKey);

/** The pods that the kubelet of a node knows, sorted by key. */
export const runtimesOn = (world: World, node: string): readonly (readonly [string, PodRuntime])[] => {
  const map = world.map<PodRuntime>(PODS);
  return map.keys().flatMap((key) => {
    const runtime = map.get(key) as PodRuntime;
    return runtime.node === node ? [[key, runtime] as const] : [];
  });
};

/** Replaces one container. */
export const withContainer = (runtime: PodRuntime, name: string, container: ContainerRuntime): PodRuntime => ({
  ...runtime,
  containers: { ...runtime.containers, [name]: container },
});

/** Sets or clears why a container waits. */
export const withReason = (runtime: PodRuntime, name: string, reason: WaitingReason | undefined): PodRuntime => {
  if (reason !== undefined) return { ...runtime, reasons: { ...runtime.reasons, [name]: reason } };
  if (runtime.reasons[name] === undefined) return runtime;
  const { [name]: _gone, ...reasons } = runtime.reasons;
  return { ...runtime, reasons };
};

/** True while the instance runs. */
export const isRunning = (container: ContainerRuntime | undefined): boolean =>
  container !== undefined && container.current.exit === undefined && container.current.startedAtMs !== undefined;

/** The key of a container: `namespace/pod/container`. */
export const containerKey = (podKey: string, container: string): string => `${podKey}/${container}`;

/** Splits a container's key. */
export const splitContainerKey = (key: string): { readonly podKey: string; readonly container: string } => {
  const slash = key.lastIndexOf("/");
  return { podKey: key.slice(0, slash), container: key.slice(slash + 1) };
};
