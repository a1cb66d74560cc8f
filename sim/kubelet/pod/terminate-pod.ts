import type { Pod } from "#kube/types/pod.ts";
import { splitKey } from "../../controller-runtime/controller.ts";
import { clientForNode } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { PROCESSES } from "../../processes/process.ts";
import { stopProcess } from "../../programs/runtime/process-host.ts";
import { applyExits, lastExitMs, podGraceMs, signal } from "../container/stop-containers.ts";
import { releaseAddress } from "../node/addresses.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { DEADLINE, REPORT, STEP } from "../node/kubelet-timers.ts";
import { drawDelayMs } from "../node/node-time.ts";
import { forgetProbes } from "../probes/probe-worker.ts";
import { retryDeferred } from "./deferred-resizes.ts";
import { allContainers } from "./pod-containers.ts";
import { containerKey, dropRuntime, type InstanceExit, isRunning, type PodRuntime, saveRuntime } from "./pod-runtime.ts";
import { type Exits, type PodContext, planStep } from "./pod-steps.ts";
import { isUnreported, noteReport, planReport } from "./reports.ts";
import { publishStatus } from "./status.ts";

/**
 * Terminates a pod: its containers are told to stop, sidecars too. A kubelet that is waiting for them already ignores a shorter grace
 * period.
 */
export const terminatePod = (world: World, context: PodContext): void => {
  const { podKey, pod, runtime } = context;
  if (runtime.terminatesAtMs !== undefined) return;
  const seen = publishStatus(world, pod, runtime);
  forgetProbes(world, { ...context, pod: seen });
  const exits: Record<string, InstanceExit> = {};
  for (const { name } of allContainers(pod)) {
    if (!isRunning(runtime.containers[name])) continue;
    recordEvent(world, pod, { reason: "Killing", message: `Stopping container ${name}`, container: name });
    exits[name] = signal(world, context, name, podGraceMs(pod));
  }
  const terminatesAtMs = lastExitMs(world, exits);
  saveRuntime(world, podKey, { ...runtime, terminatesAtMs });
  planStep(
    world,
    podKey,
    { kind: "terminated", exits },
    terminatesAtMs - world.nowMs() + drawDelayMs(world, `terminated/${podKey}`, 80, 260),
  );
};

/** Removes the sandbox after all containers have exited, and reports the final status. */
export const finishTermination = (world: World, { podKey, pod, runtime }: PodContext, exits: Exits): void => {
  const ended = tearDown(world, podKey, applyExits(world, podKey, runtime, exits));
  // Whoever writes the status looks at the deadline again, and says so again.
  if (ended.verdict?.reason === "DeadlineExceeded") recordEvent(world, pod, ended.verdict);
  const seen = publishStatus(world, pod, ended);
  if (seen.metadata.deletionTimestamp !== undefined)
    planStep(world, podKey, { kind: "finalize" }, drawDelayMs(world, `finalize/${podKey}`, 250, 800));
};

/** All containers of a pod that is not restarted have ended: sidecars are stopped, the sandbox goes. */
export const completePod = (world: World, context: PodContext): void => {
  const { podKey, pod, runtime } = context;
  const exits = Object.fromEntries(
    allContainers(pod)
      .filter(({ name }) => isRunning(runtime.containers[name]))
      .map(({ name }) => [name, signal(world, context, name, podGraceMs(pod))]),
  );
  forgetProbes(world, context);
  if (Object.keys(exits).length > 0) {
    saveRuntime(world, podKey, { ...runtime, terminatesAtMs: lastExitMs(world, exits) });
    return planStep(world, podKey, { kind: "terminated", exits }, lastExitMs(world, exits) - world.nowMs());
  }
  publishStatus(world, pod, tearDown(world, podKey, runtime));
};

/** Confirms to the API server that nothing of the pod is left, once its last status is known there. */
export const finalizePod = (world: World, { podKey, runtime }: PodContext): void => {
  if (isUnreported(world, podKey)) return;
  const { namespace, name } = splitKey(podKey);
  const options = { gracePeriodSeconds: 0, preconditions: { uid: runtime.uid } };
  const gone = clientForNode(world, runtime.node).delete("pods", namespace, name, options);
  if (!gone.ok && gone.error.reason !== "NotFound") planReport(world, podKey, runtime.node);
};

/** Drops the state of a pod whose object is gone; containers that still run are killed, and stay in the last known status. */
export const forgetPod = (world: World, podKey: string, runtime: PodRuntime, last?: Pod): void => {
  for (const name of Object.keys(runtime.containers)) {
    const key = containerKey(podKey, name);
    if (last !== undefined && runtime.terminatesAtMs === undefined && isRunning(runtime.containers[name]))
      recordEvent(world, last, { reason: "Killing", message: `Stopping container ${name}`, container: name });
    if (isRunning(runtime.containers[name]) && world.map(PROCESSES).has(key)) stopProcess(world, key, "KILL");
    forgetProbes(world, { podKey, containers: [name] });
  }
  world.clearTimer(STEP, podKey);
  world.clearTimer(REPORT, podKey);
  noteReport(world, podKey, true);
  world.clearTimer(DEADLINE, podKey);
  if (runtime.sandboxIP !== undefined) releaseAddress(world, runtime.sandboxIP, runtime.uid);
  dropRuntime(world, podKey);
  retryDeferred(world, runtime.node);
};

const tearDown = (world: World, podKey: string, runtime: PodRuntime): PodRuntime => {
  if (runtime.sandboxIP !== undefined) releaseAddress(world, runtime.sandboxIP, runtime.uid);
  return saveRuntime(world, podKey, { ...runtime, isTornDown: true });
};
