import type { Container, Probe } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { PROBE } from "../node/kubelet-timers.ts";
import { findContainer } from "../pod/pod-containers.ts";
import { type ContainerRuntime, containerKey, isRunning, saveRuntime, splitContainerKey, withContainer } from "../pod/pod-runtime.ts";
import { type PodContext, podContext, syncSoon } from "../pod/pod-steps.ts";
import { parkProbe, unparkProbe } from "./parked-probes.ts";
import { type ProbeOutcome, runProbe } from "./run-probe.ts";

/** The three kinds of probes, in the order in which they matter. */
export const PROBE_KINDS = ["startup", "liveness", "readiness"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** Counters of one probe of one container. */
export interface ProbeWorker {
  /** The run of the container that the counts are about. */
  readonly containerId: string;
  /** A moment at which the probe is due; it is due every period from there. */
  readonly anchorMs: number;
  /** Number of equal results in a row. */
  readonly streak: number;
  readonly isPassing: boolean | undefined;
  /** Extra tries, a second apart, right after the start of a container that is not ready. */
  readonly promptsLeft: number;
}

/** Payload of a probe's timer: undefined when the probe is due, its outcome when it took time. */
export type ProbePayload = { readonly outcome: ProbeOutcome; readonly containerId: string } | undefined;

/** The probe of a kind. */
export const probeOf = (container: Container, kind: ProbeKind): Probe | undefined => container[`${kind}Probe`];

/** The name of a probe's timer and worker: `namespace/pod/container/kind`. */
export const probeKey = (podKey: string, container: string, kind: ProbeKind): string => `${containerKey(podKey, container)}/${kind}`;

/** The worker of a probe, if any. */
export const workerOf = (world: World, key: string): ProbeWorker | undefined => world.map<ProbeWorker>(WORKERS).get(key);

/** Keeps a worker. */
export const saveWorker = (world: World, key: string, worker: ProbeWorker): void =>
  world.map<ProbeWorker>(WORKERS).set(key, Object.freeze(worker));

/** Ends all probes of a pod, or of the named containers. */
export const forgetProbes = (world: World, of: { readonly podKey: string; readonly containers: readonly string[] } | PodContext): void => {
  const names = "containers" in of ? of.containers : Object.keys(of.runtime.containers);
  for (const name of names) {
    for (const kind of PROBE_KINDS) {
      const key = probeKey(of.podKey, name, kind);
      if (workerOf(world, key) === undefined) continue;
      world.map<ProbeWorker>(WORKERS).delete(key);
      world.clearTimer(PROBE, key);
      unparkProbe(world, key);
    }
  }
};

/** Handles a probe's timer: runs a due probe, or applies its outcome. */
export const runProbeTimer = (world: World, key: string, payload: ProbePayload): void => {
  const slash = key.lastIndexOf("/");
  const kind = key.slice(slash + 1) as ProbeKind;
  const { podKey, container: name } = splitContainerKey(key.slice(0, slash));
  const context = podContext(world, podKey);
  const worker = workerOf(world, key);
  const container = context === undefined ? undefined : findContainer(context.pod, name)?.container;
  const runtime = context?.runtime.containers[name];
  if (context === undefined || worker === undefined || container === undefined || runtime === undefined) return;
  const probe = probeOf(container, kind);
  // A container that is gone or condemned is probed again once another one runs.
  if (probe === undefined || !isRunning(runtime) || runtime.condemned !== undefined || runtime.current.id !== worker.containerId) return;
  const due: DueProbe = { key, kind, context, container, runtime, probe, worker };
  if (payload !== undefined) return payload.containerId === worker.containerId ? judge(world, due, payload.outcome) : undefined;
  if (isTooEarly(world, due)) return rearm(world, key, probe, worker);
  const outcome = runProbe(world, context, container, probe);
  if (outcome.tookMs === 0) return judge(world, due, outcome);
  world.setTimer(PROBE, key, world.nowMs() + outcome.tookMs, { outcome, containerId: worker.containerId });
};

/** Plans the next try: a second from now while there are prompts, else at the next period. */
export const rearm = (world: World, key: string, probe: Probe, worker: ProbeWorker): void => {
  const periodMs = (probe.periodSeconds ?? 10) * 1000;
  const sinceMs = world.nowMs() - worker.anchorMs;
  world.setTimer(PROBE, key, worker.anchorMs + (Math.floor(sinceMs / periodMs) + 1) * periodMs);
};

const WORKERS = "kubelet/probe-workers";

interface DueProbe {
  readonly key: string;
  readonly kind: ProbeKind;
  readonly context: PodContext;
  readonly container: Container;
  readonly runtime: ContainerRuntime;
  readonly probe: Probe;
  readonly worker: ProbeWorker;
}

/** Reckoned from the start as the API shows it, in whole seconds. */
const isTooEarly = (world: World, { runtime, probe }: DueProbe): boolean => {
  const startedAtMs = Math.floor((runtime.current.startedAtMs ?? 0) / 1000) * 1000;
  return world.nowMs() - startedAtMs < (probe.initialDelaySeconds ?? 0) * 1000;
};

const judge = (world: World, due: DueProbe, outcome: ProbeOutcome): void => {
  const { key, kind, context, container, probe, worker } = due;
  const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} probe`;
  if (outcome.kind === "errored") {
    recordEvent(world, context.pod, {
      type: "Warning",
      reason: "Unhealthy",
      message: `${title} errored and resulted in unknown state: ${outcome.message}`,
      container: container.name,
    });
    return rearm(world, key, probe, worker);
  }
  if (outcome.kind === "failed")
    recordEvent(world, context.pod, {
      type: "Warning",
      reason: "Unhealthy",
      message: `${title} failed: ${outcome.message}`,
      container: container.name,
    });
  const isPassing = outcome.kind === "passed";
  const next = countResult(world, worker, isPassing);
  saveWorker(world, key, next);
  const threshold = isPassing ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3);
  if (next.streak === threshold) settle(world, due, isPassing);
  planNext(world, due, next, isPassing && next.streak >= threshold);
};

/** A prompted try moves the probe's rhythm to its own time. */
const countResult = (world: World, worker: ProbeWorker, isPassing: boolean): ProbeWorker => ({
  ...worker,
  anchorMs: worker.promptsLeft > 0 ? world.nowMs() : worker.anchorMs,
  streak: worker.isPassing === isPassing ? worker.streak + 1 : 1,
  isPassing,
  promptsLeft: isPassing ? 0 : Math.max(0, worker.promptsLeft - 1),
});

const planNext = (world: World, { key, kind, probe, context, container }: DueProbe, worker: ProbeWorker, isSettled: boolean): void => {
  const runtime = podContext(world, context.podKey)?.runtime.containers[container.name];
  if (runtime === undefined || runtime.condemned !== undefined || (kind === "startup" && isSettled)) return;
  if (isSettled) return parkProbe(world, key, probe);
  if (worker.promptsLeft > 0) world.setTimer(PROBE, key, world.nowMs() + PROMPT_MS);
  else rearm(world, key, probe, worker);
};

const PROMPT_MS = 1040;

/** Enough results in a row: the container is started, ready, unready or condemned. */
const settle = (world: World, { kind, context, container, runtime }: DueProbe, isPassing: boolean): void => {
  const change = changeOf(kind, runtime, isPassing);
  if (change === undefined) return;
  saveRuntime(world, context.podKey, withContainer(context.runtime, container.name, { ...runtime, ...change }));
  syncSoon(world, context.podKey, SETTLE_MS);
};

const SETTLE_MS = 5;

const changeOf = (kind: ProbeKind, runtime: ContainerRuntime, isPassing: boolean): Partial<ContainerRuntime> | undefined => {
  if (kind === "readiness") return runtime.isReady === isPassing ? undefined : { isReady: isPassing };
  if (!isPassing) return { condemned: `failed ${kind} probe` };
  return kind === "startup" && !runtime.isStarted ? { isStarted: true } : undefined;
};
