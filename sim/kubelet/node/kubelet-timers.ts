import type { World } from "../../kernel/world.ts";

/** Timers of the kubelet. */
export const SYNC = "kubelet/sync";
export const STEP = "kubelet/step";
export const CONTAINER_EXITED = "kubelet/container-exited";
export const REPORT = "kubelet/report";
export const PROBE = "kubelet/probe";
export const DEADLINE = "kubelet/deadline";

/** Asks for a look at a pod, no later than an instant. */
export const syncNoLaterThan = (world: World, podKey: string, atMs: number): void => world.setTimerNoLaterThan(SYNC, podKey, atMs);
