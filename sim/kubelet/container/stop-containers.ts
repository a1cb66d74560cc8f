import type { Container, Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { TERM_TIMER } from "../../processes/process-keys.ts";
import { stopProcess, stopTiming } from "../../programs/runtime/process-host.ts";
import { takesSignal } from "../../shell/container-os.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { findContainer } from "../pod/pod-containers.ts";
import { containerKey, type InstanceExit, isRunning, type PodRuntime, saveRuntime, withContainer } from "../pod/pod-runtime.ts";
import { type Exits, type PodContext, planStep } from "../pod/pod-steps.ts";
import { type Hook, runHook } from "./run-hook.ts";

/** Running container to be replaced, and the reason: `failed liveness probe`. */
export interface ContainerToKill {
  readonly name: string;
  readonly reason: string;
}

/** Stops containers to restart them; continues when the last has exited. */
export const killForRestart = (world: World, context: PodContext, toKill: readonly ContainerToKill[]): void => {
  let { runtime } = context;
  const exits: Record<string, InstanceExit> = {};
  for (const { name, reason } of toKill) {
    const found = runtime.containers[name];
    if (found === undefined) continue;
    recordEvent(world, context.pod, { reason: "Killing", message: killText(context, toKill, { name, reason }), container: name });
    runtime = withContainer(runtime, name, { ...found, condemned: reason });
    exits[name] = signal(world, context, name, graceAfterProbe(context.pod, name, reason));
  }
  saveRuntime(world, context.podKey, runtime);
  planStep(world, context.podKey, { kind: "killed", exits }, lastExitMs(world, exits) - world.nowMs());
};

/** Reason of stopping a container to resize it. */
export const RESIZED = "resize requires restart";

/** Text of the Killing event; the one for a pod where nothing is restarted and nothing else runs. */
const killText = ({ pod, runtime }: PodContext, toKill: readonly ContainerToKill[], { name, reason }: ContainerToKill): string => {
  if (reason === RESIZED) return `Container ${name} ${reason}`;
  if (pod.spec.restartPolicy !== "Never" || reason === "definition changed") return `Container ${name} ${reason}, will be restarted`;
  const isLast = pod.spec.containers.every(
    (one) => toKill.some((other) => other.name === one.name) || !isRunning(runtime.containers[one.name]),
  );
  return isLast ? `Stopping container ${name}` : `Container ${name} ${reason}`;
};

/** Least grace period before a container is killed, ms (`minimumGracePeriodInSeconds` of the kubelet). */
const LEAST_GRACE_MS = 2_000;

/** Tells a container to stop. One that obeys closes its sockets now; one that does not is killed at the end of its grace. */
export const signal = (world: World, context: PodContext, name: string, givenMs: number): InstanceExit => {
  const key = containerKey(context.podKey, name);
  const hookMs = runPreStop(world, context, name, givenMs);
  const graceMs = Math.max(givenMs, LEAST_GRACE_MS);
  const process = world.map<Process>(PROCESSES).get(key);
  const onTerm = process === undefined ? undefined : stopTiming(process);
  // What it does on the signal is its own business: it may end sooner than it must.
  if (process !== undefined && takesSignal(world, process, "TERM")) {
    world.setTimer(TERM_TIMER, key, world.nowMs() + hookMs, process.startedAtMs);
    return killed(world.nowMs() + graceMs);
  }
  if (onTerm === "ignored" || (onTerm !== undefined && hookMs + onTerm.afterMs > graceMs)) return killed(world.nowMs() + graceMs);
  if (hookMs === 0) stopProcess(world, key, "TERM");
  const { afterMs = 0, exitCode = 0 } = onTerm ?? {};
  return { atMs: world.nowMs() + hookMs + afterMs, exitCode, reason: exitCode === 0 ? "Completed" : "Error" };
};

/** Runs the preStop hook within the grace period. @returns time that it takes, ms */
const runPreStop = (world: World, context: PodContext, name: string, graceMs: number): number => {
  const container = findContainer(context.pod, name)?.container;
  const hook = container?.lifecycle?.["preStop"] as Hook | undefined;
  if (container === undefined || hook === undefined || graceMs === 0) return 0;
  const { tookMs, failure } = runHook(world, context, container, hook, graceMs);
  if (failure !== undefined)
    recordEvent(world, context.pod, { type: "Warning", reason: "FailedPreStopHook", message: "PreStopHook failed", container: name });
  return Math.min(tookMs, graceMs);
};

/** Records the exits of containers that were told to stop, except of those that exited meanwhile by themselves. */
export const applyExits = (world: World, podKey: string, runtime: PodRuntime, exits: Exits): PodRuntime => {
  let next = runtime;
  for (const [name, exit] of Object.entries(exits)) {
    const found = next.containers[name];
    if (found === undefined || !isRunning(found)) continue;
    if (world.map<Process>(PROCESSES).has(containerKey(podKey, name)))
      stopProcess(world, containerKey(podKey, name), exit.exitCode === 137 ? "KILL" : "TERM");
    next = withContainer(next, name, { ...found, isReady: false, current: { ...found.current, exit } });
  }
  return saveRuntime(world, podKey, next);
};

/** Virtual time at which the last container exits, ms; now when there are none. */
export const lastExitMs = (world: World, exits: Exits): number => Math.max(world.nowMs(), ...Object.values(exits).map(({ atMs }) => atMs));

/** Grace period of a pod's containers, ms. */
export const podGraceMs = ({ metadata, spec }: Pod): number =>
  (metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30) * 1000;

const killed = (atMs: number): InstanceExit => ({ atMs, exitCode: 137, reason: "Error" });

/** Grace period after a failed probe, which may set its own, ms. */
const graceAfterProbe = (pod: Pod, name: string, reason: string): number => {
  const container: Container | undefined = findContainer(pod, name)?.container;
  const probe = reason.includes("liveness") ? container?.livenessProbe : reason.includes("startup") ? container?.startupProbe : undefined;
  return probe?.terminationGracePeriodSeconds === undefined ? podGraceMs(pod) : probe.terminationGracePeriodSeconds * 1000;
};
