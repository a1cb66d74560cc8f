import type { Container } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { PROBE } from "../node/kubelet-timers.ts";
import { lastingContainers } from "../pod/pod-containers.ts";
import { type ContainerRuntime, isRunning } from "../pod/pod-runtime.ts";
import type { PodContext } from "../pod/pod-steps.ts";
import { isParked, unparkProbe } from "./parked-probes.ts";
import { PROBE_KINDS, type ProbeKind, probeKey, probeOf, rearm, saveWorker, workerOf } from "./probe-worker.ts";

/** Sees to it that every probe of every running container is planned; those of a new run start to count anew. */
export const watchProbes = (world: World, context: PodContext): void => {
  for (const container of lastingContainers(context.pod)) {
    const runtime = context.runtime.containers[container.name];
    if (runtime === undefined || !isRunning(runtime) || runtime.condemned !== undefined) continue;
    for (const kind of PROBE_KINDS) if (isDue(container, kind, runtime)) watchProbe(world, context, { container, kind, runtime });
  }
};

/** Tells whether a probe runs: until the startup probe has passed, only that does. */
const isDue = (container: Container, kind: ProbeKind, { isStarted }: ContainerRuntime): boolean =>
  probeOf(container, kind) !== undefined && (kind === "startup" ? !isStarted : isStarted);

interface WatchedProbe {
  readonly container: Container;
  readonly kind: ProbeKind;
  readonly runtime: ContainerRuntime;
}

const watchProbe = (world: World, { podKey, runtime: { admittedAtMs } }: PodContext, { container, kind, runtime }: WatchedProbe): void => {
  const key = probeKey(podKey, container.name, kind);
  const present = workerOf(world, key);
  const probe = probeOf(container, kind);
  if (probe === undefined) return;
  if (present?.containerId === runtime.current.id) {
    if (world.timerAtMs(PROBE, key) === undefined && !isParked(world, key)) rearm(world, key, probe, present);
    return;
  }
  unparkProbe(world, key);
  const anchorMs = present?.anchorMs ?? admittedAtMs + world.rng(`kubelet/probe/${key}/${admittedAtMs}`).int(20, 400);
  const isPrompt = kind === "readiness" && (probe.initialDelaySeconds ?? 0) === 0;
  const worker = { containerId: runtime.current.id, anchorMs, streak: 0, isPassing: undefined, promptsLeft: isPrompt ? PROMPTS : 0 };
  saveWorker(world, key, worker);
  if (isPrompt) world.setTimer(PROBE, key, world.nowMs() + 2);
  else rearm(world, key, probe, worker);
};

const PROMPTS = 3;
