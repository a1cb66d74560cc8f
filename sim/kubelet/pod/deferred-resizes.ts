import type { World } from "../../kernel/world.ts";
import { drawDelayMs } from "../node/node-time.ts";
import { syncSoon } from "./pod-steps.ts";

/** Records that a pod's resize is deferred until the kubelet retries it. */
export const deferResize = (world: World, podKey: string, node: string): void => world.map<string>(DEFERRED).set(podKey, node);

/** Retries deferred resizes after resources on a node were freed. */
export const retryDeferred = (world: World, node: string): void => {
  const waiting = world.map<string>(DEFERRED);
  for (const podKey of waiting.keys()) {
    if (waiting.get(podKey) !== node) continue;
    waiting.delete(podKey);
    syncSoon(world, podKey, drawDelayMs(world, `deferred/${podKey}`, 10, 50));
  }
};

const DEFERRED = "kubelet/deferred-resizes";
