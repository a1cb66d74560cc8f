import type { World } from "../../kernel/world.ts";
import { drawDelayMs } from "../node/node-time.ts";
import { syncSoon } from "./pod-steps.ts";

/** Remembers that a pod waits for room on its node, until the kubelet has looked at it again. */
export const deferResize = (world: World, podKey: string, node: string): void => world.map<string>(DEFERRED).set(podKey, node);

/** A node has room again: its kubelet looks once more at the pods that wait for some. */
export const retryDeferred = (world: World, node: string): void => {
  const waiting = world.map<string>(DEFERRED);
  for (const podKey of waiting.keys()) {
    if (waiting.get(podKey) !== node) continue;
    waiting.delete(podKey);
    syncSoon(world, podKey, drawDelayMs(world, `deferred/${podKey}`, 10, 50));
  }
};

const DEFERRED = "kubelet/deferred-resizes";
