import type { Probe } from "#kube/types/pod.ts";
import { FLOW_HISTORY } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { networkRevision } from "../../network/network-index.ts";
import { PROBE } from "../kubelet-state.ts";
import { findContainer } from "../pod-containers.ts";
import { splitContainerKey } from "../pod-runtime.ts";
import { podContext } from "../pod-steps.ts";
import { runProbe } from "./run-probe.ts";

/**
 * Sets a passing probe aside: while nothing that it could see has changed, it passes again, so it is not run.
 *
 * One timer for all of them looks every few seconds whether anything has changed, and wakes those that would fail now.
 */
export const parkProbe = (world: World, key: string, { periodSeconds = 10 }: Probe): void => {
  world.map<Parked>(PARKED).set(key, Object.freeze({ sinceMs: world.nowMs(), periodMs: periodSeconds * 1000 }));
  if (world.timerAtMs(PROBE_ROUND, "") !== undefined) return;
  world.map<string>(ROUND).set(REVISION, revisionOf(world));
  world.setTimer(PROBE_ROUND, "", world.nowMs() + ROUND_MS);
};

/** True while a probe is set aside. */
export const isParked = (world: World, key: string): boolean => world.map<Parked>(PARKED).has(key);

/** Takes a probe back, without planning it. */
export const unparkProbe = (world: World, key: string): void => world.map<Parked>(PARKED).delete(key);

/** One look at all probes that are set aside. */
export const checkParkedProbes = (world: World): void => {
  const parked = world.map<Parked>(PARKED);
  if (parked.size === 0) return;
  const revision = revisionOf(world);
  if (world.map<string>(ROUND).get(REVISION) !== revision) {
    world.map<string>(ROUND).set(REVISION, revision);
    for (const key of parked.keys()) wakeIfFailing(world, key, parked.get(key) as Parked);
  }
  world.setTimer(PROBE_ROUND, "", world.nowMs() + ROUND_MS);
};

/** The timer of the look at all of them. */
export const PROBE_ROUND = "kubelet/probe-round";

interface Parked {
  readonly sinceMs: number;
  readonly periodMs: number;
}

const PARKED = "kubelet/parked-probes";
const ROUND = "kubelet/probe-round";
const REVISION = "revision";
const ROUND_MS = 10_000;

/** Everything that the outcome of a probe can depend on. */
const revisionOf = (world: World): string => `${networkRevision(world)}/${world.log(FLOW_HISTORY).length}`;

/** A probe that would fail now is due again at its own next time. */
const wakeIfFailing = (world: World, key: string, { sinceMs, periodMs }: Parked): void => {
  const slash = key.lastIndexOf("/");
  const { podKey, container: name } = splitContainerKey(key.slice(0, slash));
  const context = podContext(world, podKey);
  const container = context === undefined ? undefined : findContainer(context.pod, name)?.container;
  const probe = container?.[`${key.slice(slash + 1) as "liveness"}Probe`];
  if (
    context !== undefined &&
    container !== undefined &&
    probe !== undefined &&
    runProbe(world, context, container, probe).kind === "passed"
  )
    return;
  unparkProbe(world, key);
  const elapsed = world.nowMs() - sinceMs;
  world.setTimer(PROBE, key, sinceMs + Math.ceil((elapsed + 1) / periodMs) * periodMs);
};
