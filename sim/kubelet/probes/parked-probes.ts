import type { Probe } from "#kube/types/pod.ts";
import { FLOW_HISTORY } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { networkRevision } from "../../network/network-revision.ts";
import { WRITTEN_FILES } from "../../processes/container-files.ts";
import { FLAG_FILE_CHANGES, processStateRevision } from "../../processes/process-state.ts";
import { PROBE } from "../node/kubelet-timers.ts";
import { findContainer } from "../pod/pod-containers.ts";
import { splitContainerKey } from "../pod/pod-runtime.ts";
import { podContext } from "../pod/pod-steps.ts";
import { runProbe } from "./run-probe.ts";

/**
 * Sets a passing probe aside: while nothing that it could see has changed, it passes again, so it is not run.
 *
 * One timer for all of them looks every few seconds whether anything has changed, and wakes those that would fail now.
 */
export const parkProbe = (world: World, key: string, { periodSeconds = 10, exec }: Probe): void => {
  const periodMs = periodSeconds * 1000;
  world.map<Parked>(PARKED).set(key, Object.freeze({ sinceMs: world.nowMs(), periodMs, isExec: exec !== undefined }));
  if (exec !== undefined) world.map<string>(ROUND).set(EXECS, "");
  if (world.timerAtMs(PROBE_ROUND, "") === undefined) {
    world.map<string>(ROUND).set(REVISION, revisionOf(world));
    world.map<string>(ROUND).set(FILES, filesRevision(world));
  }
  // Files change at a word of somebody who then looks at what comes of it.
  world.setTimerNoLaterThan(PROBE_ROUND, "", world.nowMs() + (exec === undefined ? ROUND_MS : Math.min(ROUND_MS, periodMs)));
};

/** True while a probe is set aside. */
export const isParked = (world: World, key: string): boolean => world.map<Parked>(PARKED).has(key);

/** Takes a probe back, without planning it. */
export const unparkProbe = (world: World, key: string): void => world.map<Parked>(PARKED).delete(key);

/** One look at all probes that are set aside. */
export const checkParkedProbes = (world: World): void => {
  const parked = world.map<Parked>(PARKED);
  if (parked.size === 0) return;
  const hasChanged = recordRevision(world, REVISION, revisionOf(world));
  const haveFiles = recordRevision(world, FILES, filesRevision(world));
  let nextMs = ROUND_MS;
  for (const [key, probe] of hasChanged || haveFiles || world.map<string>(ROUND).get(EXECS) !== undefined ? [...parked.entries()] : []) {
    if (hasChanged || (haveFiles && probe.isExec)) wakeIfFailing(world, key, probe);
    if (probe.isExec) nextMs = Math.min(nextMs, probe.periodMs);
  }
  world.setLook(PROBE_ROUND, "", nextMs);
};

/** True when it differs from the last sync. */
const recordRevision = (world: World, name: string, revision: string): boolean => {
  const known = world.map<string>(ROUND);
  if (known.get(name) === revision) return false;
  known.set(name, revision);
  return true;
};

/** The timer of the look at all of them. */
export const PROBE_ROUND = "kubelet/probe-round";

interface Parked {
  readonly sinceMs: number;
  readonly periodMs: number;
  /** It runs a command in its container, and so may look at files. */
  readonly isExec: boolean;
}

const PARKED = "kubelet/parked-probes";
const ROUND = "kubelet/probe-round";
const REVISION = "revision";
const FILES = "files";
const EXECS = "execs";
const ROUND_MS = 10_000;

/** Everything that the outcome of a probe can depend on. */
const revisionOf = (world: World): string =>
  `${networkRevision(world)}/${world.log(FLOW_HISTORY).length}/${processStateRevision(world, FLAG_FILE_CHANGES)}`;

/** Revision of the files that commands see in their containers. */
const filesRevision = (world: World): string => `${world.map(WRITTEN_FILES).revision}`;

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
