import type { Pod } from "#kube/types/pod.ts";
import { getByKey } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { isKubeletRunning } from "../../machines/machines.ts";
import type { Pull } from "../container/images.ts";
import { STEP, syncNoLaterThan } from "../node/kubelet-timers.ts";
import { allocatedPod } from "./pod-allocation.ts";
import { type InstanceExit, type PodRuntime, runtimeOf } from "./pod-runtime.ts";

/** Step of a kubelet's work on a pod; while one is planned, no other work starts on the pod. */
export type PodStep =
  | { readonly kind: "set-up" }
  | { readonly kind: "start"; readonly plan: StartPlan }
  | { readonly kind: "pulled"; readonly plan: StartPlan; readonly pull: Pull }
  | { readonly kind: "run"; readonly plan: StartPlan }
  | { readonly kind: "post-start"; readonly plan: StartPlan }
  | { readonly kind: "post-started"; readonly plan: StartPlan; readonly failure?: string }
  | { readonly kind: "killed"; readonly exits: Exits }
  | { readonly kind: "terminated"; readonly exits: Exits }
  | { readonly kind: "complete" }
  | { readonly kind: "finalize" };

/** Exits of containers that were told to stop, by name. */
export type Exits = Readonly<Record<string, InstanceExit>>;

/** Containers to start in this round, the present one first. */
export interface StartPlan {
  readonly names: readonly string[];
  /** Shortest wait until a container that could not start is retried, ms. */
  readonly retryAfterMs?: number;
  /** True once anything was started: the kubelet will notice at its next relist. */
  readonly hasStarted?: boolean;
}

/** Plans the next step of a pod. */
export const planStep = (world: World, podKey: string, step: PodStep, delayMs: number): void => {
  world.setTimer(STEP, podKey, world.nowMs() + delayMs, { uid: runtimeOf(world, podKey)?.uid, step });
  const ending = world.map<Ending>(ENDING);
  if (step.kind === "killed" || step.kind === "terminated") ending.set(podKey, { step, atMs: world.nowMs() + delayMs });
  else ending.delete(podKey);
};

/** Continues at once with a pod whose containers have all exited before their deadline. */
export const endSooner = (world: World, podKey: string, runtime: PodRuntime): void => {
  const ending = world.map<Ending>(ENDING).get(podKey);
  if (ending === undefined || world.timerAtMs(STEP, podKey) !== ending.atMs) return;
  const isOver = Object.keys(ending.step.exits).every((name) => runtime.containers[name]?.current.exit !== undefined);
  if (isOver && ending.atMs > world.nowMs() + SOON_MS) planStep(world, podKey, ending.step, SOON_MS);
};

/** Step that a kubelet waits for while a pod's containers end. */
interface Ending {
  readonly step: Extract<PodStep, { readonly kind: "killed" | "terminated" }>;
  readonly atMs: number;
}

const ENDING = "kubelet/ending";
const SOON_MS = 150;

/** True while the kubelet is in the middle of something with the pod. */
export const isBusy = (world: World, podKey: string): boolean => world.timerAtMs(STEP, podKey) !== undefined;

/** A pod with what its kubelet knows of it. */
export interface PodContext {
  readonly podKey: string;
  readonly pod: Pod;
  readonly runtime: PodRuntime;
}

/** Pod of a step with its state; undefined when it was replaced, or when its kubelet is down. */
export const podContext = (world: World, podKey: string, uid?: string): PodContext | undefined => {
  const pod = getByKey<Pod>(world, "pods", podKey);
  const runtime = runtimeOf(world, podKey);
  if (pod === undefined || runtime === undefined || pod.metadata.uid !== runtime.uid) return undefined;
  if (uid !== undefined && uid !== runtime.uid) return undefined;
  if (!isKubeletRunning(world, runtime.node)) return undefined;
  return { podKey, pod: allocatedPod(pod, runtime), runtime };
};

/** Looks at the pod again soon. */
export const syncSoon = (world: World, podKey: string, delayMs: number): void => syncNoLaterThan(world, podKey, world.nowMs() + delayMs);
