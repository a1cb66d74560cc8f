import type { World } from "../../kernel/world.ts";

/** The next time at which a kubelet looks what became of its containers: once a second, each node at its own phase. */
export const nextRelistMs = (world: World, node: string): number => nextTick(world, node, world.nowMs());

/** The next time at which a kubelet reports its node's status: every ten seconds. */
export const nextStatusMs = (world: World, node: string): number => nextTick(world, node, world.nowMs(), STATUS_MS);

/** Virtual time at which a kubelet retries a pod that it put off for `delayMs`: up to half as much later, on its next tick. */
export const retryAtMs = (world: World, node: string, podKey: string, delayMs: number): number => {
  const jitter = world.rng(`kubelet/retry/${podKey}/${world.nowMs()}`).int(0, Math.floor(delayMs / 2));
  return nextTick(world, node, world.nowMs() + delayMs + jitter - 1);
};

/** Random delay within bounds, for a pod and its present activity, ms. */
export const drawDelayMs = (world: World, about: string, minMs: number, maxMs: number): number =>
  world.rng(`kubelet/${about}/${world.nowMs()}`).int(minMs, maxMs);

const TICK_MS = 1000;
const STATUS_MS = 10_000;

const nextTick = (world: World, node: string, afterMs: number, periodMs = TICK_MS): number => {
  const phase = phaseOf(world, node);
  return Math.floor((afterMs - phase) / periodMs + 1) * periodMs + phase;
};

/** Kept with the node, so that a fork with another seed does not move it. */
const phaseOf = (world: World, node: string): number => {
  const phases = world.map<number>("kubelet/phases");
  const kept = phases.get(node);
  if (kept !== undefined) return kept;
  const phase = world.rng(`kubelet/phase/${node}`).int(0, TICK_MS - 1);
  phases.set(node, phase);
  return phase;
};
