import { formatGoDuration } from "#core/go-duration.ts";
import { err } from "#core/result.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import type { ImageResolution } from "../../images/image-catalogue.ts";
import type { World } from "../../kernel/world.ts";
import { resolveAtRegistry, resolveImage, startProcess } from "../../programs/runtime/process-host.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { syncNoLaterThan } from "../node/kubelet-timers.ts";
import { drawDelayMs, nextRelistMs, retryAtMs } from "../node/node-time.ts";
import { findContainer } from "../pod/pod-containers.ts";
import {
  type ContainerInstance,
  type ContainerRuntime,
  containerKey,
  type PodRuntime,
  saveRuntime,
  type WaitingReason,
  withContainer,
  withReason,
} from "../pod/pod-runtime.ts";
import { type PodContext, planStep, type StartPlan } from "../pod/pod-steps.ts";
import { mountedFiles, mountedVolumes } from "../volumes/volumes.ts";
import { BACKOFF_MIN_MS, backoffLeftMs, nextBackoff } from "./backoff.ts";
import { hostnameOf, resolveEnvironment } from "./environment.ts";
import { expandContainer } from "./expand-container.ts";
import { imageIdOf, isImagePresent, type Pull, planPull, pulledMessage, storeImage } from "./images.ts";
import { refuseUser } from "./run-as.ts";
import { containerId } from "./runtime-ids.ts";

/** Starts the containers of a plan one after the other; at its end the pod is looked at again when that can matter. */
export const continueStarting = (world: World, context: PodContext, plan: StartPlan): void => {
  let { runtime } = context;
  let { names, retryAfterMs } = plan;
  for (let name = names[0]; name !== undefined; name = names[0]) {
    const outcome = prepare(world, { ...context, runtime }, name);
    runtime = outcome.runtime;
    const next: StartPlan = { ...plan, names, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    if (outcome.kind === "pulling")
      return planStep(world, context.podKey, { kind: "pulled", plan: next, pull: outcome.pull }, outcome.pull.doneAtMs - world.nowMs());
    if (outcome.kind === "ready")
      return planStep(world, context.podKey, { kind: "run", plan: next }, drawDelayMs(world, `create/${context.podKey}/${name}`, 60, 260));
    retryAfterMs = Math.min(retryAfterMs ?? outcome.retryAfterMs, outcome.retryAfterMs);
    names = names.slice(1);
  }
  endRound(world, context, { ...plan, names, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
};

/** Continues after a pull, by the registry's answer. */
export const continueAfterPull = (world: World, context: PodContext, plan: StartPlan, pull: Pull): void => {
  const name = plan.names[0] as string;
  const { container } = findContainer(context.pod, name) as { container: Container };
  const reference = container.image ?? "";
  const found = resolveAtRegistry(world, reference);
  if (found.kind === "found") {
    storeImage(world, context.runtime.node, reference);
    recordEvent(world, context.pod, { reason: "Pulled", message: pulledMessage(reference, pull, found.sizeBytes), container: name });
    return planStep(world, context.podKey, { kind: "run", plan }, drawDelayMs(world, `create/${context.podKey}/${name}`, 60, 260));
  }
  const runtime = failPull(world, context, name, found.message);
  continueStarting(
    world,
    { ...context, runtime },
    { ...plan, names: plan.names.slice(1), retryAfterMs: Math.min(plan.retryAfterMs ?? BACKOFF_MIN_MS, BACKOFF_MIN_MS) },
  );
};

/** Creates and starts the first container of a plan, then continues with the rest. */
export const runContainer = (world: World, context: PodContext, plan: StartPlan): void => {
  const name = plan.names[0] as string;
  const found = findContainer(context.pod, name);
  const rest = plan.names.slice(1);
  if (found === undefined) return continueStarting(world, context, { ...plan, names: rest });
  const resolved = resolveEnvironment(world, context.pod, found.container, context.runtime.sandboxIP);
  const refusal = resolved.ok ? refuseUser(world, context.pod, found.container) : undefined;
  const env = refusal === undefined ? resolved : err(refusal);
  if (!env.ok) {
    recordEvent(world, context.pod, { type: "Warning", reason: "Failed", message: `Error: ${env.error}`, container: name });
    const runtime = saveRuntime(
      world,
      context.podKey,
      withReason(context.runtime, name, { reason: "CreateContainerConfigError", message: env.error }),
    );
    return continueStarting(
      world,
      { ...context, runtime },
      { ...plan, names: rest, retryAfterMs: Math.min(plan.retryAfterMs ?? BACKOFF_MIN_MS, BACKOFF_MIN_MS) },
    );
  }
  const { runtime, isUp } = createAndStart(world, context, found, env.value);
  if (isUp && found.container.lifecycle?.["postStart"] !== undefined)
    return planStep(world, context.podKey, { kind: "post-start", plan }, drawDelayMs(world, `post-start/${context.podKey}/${name}`, 5, 40));
  const retry = isUp ? {} : { retryAfterMs: Math.min(plan.retryAfterMs ?? BACKOFF_MIN_MS, BACKOFF_MIN_MS) };
  continueStarting(world, { ...context, runtime }, { ...plan, names: rest, hasStarted: true, ...retry });
};

/** Starts the rest of the plan, once the postStart hook of a container is done. */
export const continueAfterStart = (world: World, context: PodContext, plan: StartPlan): void =>
  continueStarting(world, context, { ...plan, names: plan.names.slice(1), hasStarted: true });

type Prepared =
  | { readonly kind: "ready"; readonly runtime: PodRuntime }
  | { readonly kind: "pulling"; readonly runtime: PodRuntime; readonly pull: Pull }
  | { readonly kind: "failed"; readonly runtime: PodRuntime; readonly retryAfterMs: number };

/** Checks what a container needs before it is created: its restart delay is over, and its image is on the node. */
const prepare = (world: World, context: PodContext, name: string): Prepared => {
  const found = findContainer(context.pod, name);
  if (found === undefined) return { kind: "failed", runtime: context.runtime, retryAfterMs: BACKOFF_MIN_MS };
  const waiting = waitForRestart(world, context, name);
  if (waiting.kind === "failed") return waiting;
  return prepareImage(world, { ...context, runtime: waiting.runtime }, found.container);
};

const waitForRestart = (world: World, { podKey, pod, runtime }: PodContext, name: string): Prepared => {
  const container = runtime.containers[name];
  // The kubelet reckons from the last exit that it had seen when it began: for one that it has just killed, the exit before.
  const seen = container?.condemned === undefined ? container?.current.exit : container.previous?.exit;
  if (seen === undefined) return { kind: "ready", runtime };
  const backoff = runtime.restartBackoffs[name];
  const leftMs = backoffLeftMs(backoff, seen.atMs, world.nowMs());
  if (leftMs === 0) {
    const restartBackoffs = { ...runtime.restartBackoffs, [name]: nextBackoff(backoff, seen.atMs, world.nowMs()) };
    return { kind: "ready", runtime: saveRuntime(world, podKey, { ...runtime, restartBackoffs }) };
  }
  const subject = `${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`;
  recordEvent(world, pod, {
    type: "Warning",
    reason: "BackOff",
    message: `Back-off restarting failed container ${name} in pod ${subject}`,
    container: name,
  });
  const message = `back-off ${formatGoDuration(backoff?.delayMs ?? 0)} restarting failed container=${name} pod=${subject}`;
  const noticed = container === undefined ? runtime : withContainer(runtime, name, withoutSentence(container));
  // The first word of a probe about a new run makes the kubelet look once more: it finds the pod waiting.
  const isTold = runtime.reasons[name]?.reason === "CrashLoopBackOff" || !hasProbe(pod, name);
  return {
    kind: "failed",
    runtime: saveRuntime(world, podKey, withReason(noticed, name, { reason: "CrashLoopBackOff", message })),
    retryAfterMs: isTold ? leftMs : Math.min(leftMs, drawDelayMs(world, `probe/${podKey}/${name}`, 200, 1000)),
  };
};

const hasProbe = (pod: Pod, name: string): boolean => {
  const { readinessProbe, livenessProbe, startupProbe } = findContainer(pod, name)?.container ?? {};
  return (readinessProbe ?? livenessProbe ?? startupProbe) !== undefined;
};

/** From the next look on, the exit of a container that the kubelet killed is one that it has seen. */
const withoutSentence = ({ current, previous, isStarted, isReady }: ContainerRuntime): ContainerRuntime => ({
  current,
  previous,
  isStarted,
  isReady,
});

const prepareImage = (world: World, context: PodContext, container: Container): Prepared => {
  const { pod, runtime } = context;
  const reference = container.image ?? "";
  const resolution = resolveImage(world, reference);
  if (resolution.kind === "invalid-name") return refuseName(world, context, container, resolution);
  const isHere = isImagePresent(world, runtime.node, reference);
  const policy = container.imagePullPolicy ?? "IfNotPresent";
  if (isHere && policy !== "Always") {
    recordEvent(world, pod, {
      reason: "Pulled",
      message: `Container image "${reference}" already present on machine and can be accessed by the pod`,
      container: container.name,
    });
    return { kind: "ready", runtime };
  }
  if (policy === "Never") return refuseNever(world, context, container);
  const backoff = runtime.imageBackoffs[reference];
  if (backoff !== undefined && backoffLeftMs(backoff, backoff.updatedAtMs, world.nowMs()) > 0)
    return waitForPull(world, context, container, backoff.error);
  recordEvent(world, pod, { reason: "Pulling", message: `Pulling image "${reference}"`, container: container.name });
  const sizeBytes = resolution.kind === "found" ? resolution.sizeBytes : 0;
  return { kind: "pulling", runtime, pull: planPull(world, runtime.node, container, { reference, sizeBytes }) };
};

const refuseName = (
  world: World,
  context: PodContext,
  { name, image = "" }: Container,
  { message }: ImageResolution & { readonly message: string },
): Prepared => {
  const text = `Failed to apply default image tag "${image}": ${message}`;
  recordEvent(world, context.pod, { type: "Warning", reason: "InspectFailed", message: text, container: name });
  return refuse(world, context, name, { reason: "InvalidImageName", message: text });
};

const refuseNever = (world: World, context: PodContext, { name, image = "" }: Container): Prepared => {
  const message = `Container image "${image}" is not present with pull policy of Never`;
  recordEvent(world, context.pod, { type: "Warning", reason: "ErrImageNeverPull", message, container: name });
  return refuse(world, context, name, { reason: "ErrImageNeverPull", message });
};

const waitForPull = (world: World, context: PodContext, { name, image = "" }: Container, error: WaitingReason): Prepared => {
  const message = `Back-off pulling image "${image}"`;
  recordEvent(world, context.pod, { reason: "BackOff", message, container: name });
  return refuse(world, context, name, { reason: "ImagePullBackOff", message: `${message}: ${error.reason}: ${error.message ?? ""}` });
};

const refuse = (world: World, { podKey, pod, runtime }: PodContext, name: string, reason: WaitingReason): Prepared => {
  recordEvent(world, pod, { type: "Warning", reason: "Failed", message: `Error: ${reason.reason}`, container: name });
  return { kind: "failed", runtime: saveRuntime(world, podKey, withReason(runtime, name, reason)), retryAfterMs: BACKOFF_MIN_MS };
};

const failPull = (world: World, { podKey, pod, runtime }: PodContext, name: string, message: string): PodRuntime => {
  const reference = findContainer(pod, name)?.container.image ?? "";
  recordEvent(world, pod, {
    type: "Warning",
    reason: "Failed",
    message: `Failed to pull image "${reference}": ${message}`,
    container: name,
  });
  recordEvent(world, pod, { type: "Warning", reason: "Failed", message: "Error: ErrImagePull", container: name });
  const error: WaitingReason = { reason: "ErrImagePull", message };
  const backoff = nextBackoff(runtime.imageBackoffs[reference], world.nowMs(), world.nowMs());
  const imageBackoffs = { ...runtime.imageBackoffs, [reference]: { ...backoff, error } };
  return saveRuntime(world, podKey, withReason({ ...runtime, imageBackoffs }, name, error));
};

const createAndStart = (
  world: World,
  { podKey, pod, runtime }: PodContext,
  { container, isInit }: { readonly container: Container; readonly isInit: boolean },
  env: Readonly<Record<string, string>>,
): { readonly runtime: PodRuntime; readonly isUp: boolean } => {
  const { name, image = "" } = container;
  const before = runtime.containers[name]?.current;
  const attempt = before === undefined ? 0 : before.attempt + 1;
  recordEvent(world, pod, { reason: "Created", message: "Container created", container: name });
  const id = containerId(world, runtime.uid, name, attempt);
  const expanded = expandContainer(container, env);
  const start = {
    key: containerKey(podKey, name),
    pod: withAddress(pod, runtime),
    container: expanded,
    isInit,
    restartCount: attempt,
    env,
    files: { ...mountedFiles(world, pod, expanded, runtime.sandboxIP), "/etc/hostname": `${hostnameOf(pod)}\n` },
    volumes: mountedVolumes(world, pod, expanded),
  };
  const started = startProcess(world, start, id);
  const instance: ContainerInstance = {
    id,
    attempt,
    image,
    imageId: imageIdOf(world, runtime.node, image),
    resources: container.resources,
    startedAtMs: started.ok ? world.nowMs() : undefined,
    exit: started.ok ? undefined : { atMs: world.nowMs(), exitCode: 128, reason: "StartError", message: started.message },
  };
  if (started.ok) recordEvent(world, pod, { reason: "Started", message: "Container started", container: name });
  else recordEvent(world, pod, { type: "Warning", reason: "Failed", message: `Error: ${started.message}`, container: name });
  const reason = started.ok ? undefined : { reason: "RunContainerError", message: started.message };
  const fresh = {
    current: instance,
    previous: before,
    isStarted: container.startupProbe === undefined,
    isReady: container.readinessProbe === undefined,
  };
  return { runtime: saveRuntime(world, podKey, withReason(withContainer(runtime, name, fresh), name, reason)), isUp: started.ok };
};

/** The process sees the address that the pod has by now, though the API server does not know it yet. */
const withAddress = (pod: Pod, { sandboxIP }: PodRuntime): Pod =>
  sandboxIP === undefined || pod.status?.podIP === sandboxIP
    ? pod
    : { ...pod, status: { ...pod.status, podIP: sandboxIP, podIPs: [{ ip: sandboxIP }] } };

const endRound = (world: World, { podKey, runtime }: PodContext, { retryAfterMs, hasStarted }: StartPlan): void => {
  if (hasStarted === true) syncNoLaterThan(world, podKey, nextRelistMs(world, runtime.node));
  else if (retryAfterMs !== undefined)
    syncNoLaterThan(world, podKey, retryAtMs(world, runtime.node, podKey, Math.min(retryAfterMs, RESYNC_MS)));
};

/** However long a delay is, a kubelet looks at each pod about once a minute. */
const RESYNC_MS = 60_000;
