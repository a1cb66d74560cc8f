import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Container, Pod, ResourceRequirements } from "#kube/types/pod.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { resizeProcess } from "../../processes/process-life.ts";
import { amountOf, podRequests } from "../../scheduler/pod-requests.ts";
import { tooLittleMemory } from "../container/memory-in-use.ts";
import { RESIZED } from "../container/stop-containers.ts";
import { recordEvent } from "../node/kubelet-events.ts";
import { syncNoLaterThan } from "../node/kubelet-timers.ts";
import { nextRelistMs } from "../node/node-time.ts";
import { findRejection } from "./admit-pod.ts";
import { deferResize, retryDeferred } from "./deferred-resizes.ts";
import { allocatedPod, allocationOf } from "./pod-allocation.ts";
import { lastingContainers } from "./pod-containers.ts";
import { type ContainerRuntime, containerKey, isRunning, type PodRuntime, saveRuntime, withContainer } from "./pod-runtime.ts";
import type { PodContext } from "./pod-steps.ts";

/** Progress of a resize, as its two conditions show it. */
export interface Resize {
  /** Reason for which the resize is not granted. */
  readonly pending?: ResizeNote;
  /** Granted resize that is not in force in all containers; with a reason when that failed. */
  readonly inProgress?: ResizeNote;
}

interface ResizeNote {
  readonly reason?: string;
  readonly message?: string;
  readonly generation: number;
  readonly sinceMs: number;
  readonly seenAtMs: number;
}

/**
 * Allocates the resources that a pod asks for now, where the node has them, and clears the resize conditions once all are in force.
 * @returns state with the allocation
 */
export const settleResize = (world: World, { podKey, pod, runtime }: PodContext): PodContext => {
  const known = allocatedPod(pod, runtime);
  const decided = known === pod ? withoutPending(world, podKey, runtime) : decide(world, { podKey, pod, runtime });
  const granted = allocatedPod(pod, decided);
  return { podKey, pod: granted, runtime: completeResize(world, { podKey, pod: granted, runtime: decided }) };
};

/** Reason to restart a running container for its granted resources; undefined when it need not. */
export const resizeByRestart = (container: Container, found: ContainerRuntime): typeof RESIZED | undefined =>
  isOutdated(found, container) && needsRestart(container, found.current.resources) ? RESIZED : undefined;

/** Puts the allocation into force in containers that keep running. */
export const resizeRunning = (world: World, context: PodContext): PodContext => {
  const { podKey, pod } = context;
  const outdated = lastingContainers(pod).filter((container) => isOutdated(context.runtime.containers[container.name], container));
  if (outdated.length === 0) return context;
  const refusal = tooLittleMemory(world, context, outdated);
  if (refusal !== undefined) return { ...context, runtime: failResize(world, context, refusal) };
  let { runtime } = context;
  for (const { name, resources } of outdated) {
    const found = runtime.containers[name] as ContainerRuntime;
    resizeProcess(world, containerKey(podKey, name), resources);
    runtime = withContainer(runtime, name, { ...found, current: { ...found.current, resources } });
  }
  syncNoLaterThan(world, podKey, nextRelistMs(world, runtime.node));
  return { ...context, runtime: saveRuntime(world, podKey, runtime) };
};

/** The conditions of a pod that is being resized. */
export const resizeConditions = ({ resize }: PodRuntime): readonly Condition[] =>
  (
    [
      ["PodResizePending", resize?.pending],
      ["PodResizeInProgress", resize?.inProgress],
    ] as const
  ).flatMap(([type, note]) => {
    if (note === undefined) return [];
    const { reason, message, generation, sinceMs, seenAtMs } = note;
    const times = { lastProbeTime: toTimestamp(seenAtMs), lastTransitionTime: toTimestamp(sinceMs) };
    const texts = { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
    return [{ type, observedGeneration: generation, status: "True" as const, ...times, ...texts }];
  });

/** Interval at which a kubelet retries a deferred resize, ms. */
const RETRY_MS = 180_000;

const generationOf = ({ metadata }: Pod): number => metadata.generation ?? 1;

const withoutPending = (world: World, podKey: string, runtime: PodRuntime): PodRuntime => {
  if (runtime.resize?.pending === undefined) return runtime;
  const { pending: _over, ...resize } = runtime.resize;
  return saveRuntime(world, podKey, { ...runtime, resize });
};

const decide = (world: World, context: PodContext): PodRuntime => {
  const { podKey, pod, runtime } = context;
  const refusal = refusalOf(world, pod, runtime.node);
  if (refusal !== undefined) return postpone(world, context, refusal);
  const generation = generationOf(pod);
  recordEvent(world, pod, { reason: "ResizeStarted", message: `Pod resize started: ${summary(pod, generation)}` });
  const inProgress = { generation, sinceMs: world.nowMs(), seenAtMs: world.nowMs() };
  return saveRuntime(world, podKey, { ...runtime, allocated: allocationOf(pod), resize: { inProgress } });
};

interface Refusal {
  readonly reason: "Infeasible" | "Deferred";
  readonly message: string;
}

/** Refusal of a resize: infeasible beyond the node's allocatable, deferred beyond what is free. */
const refusalOf = (world: World, pod: Pod, node: string): Refusal | undefined => {
  const allocatable = getObject<Node>(world, "nodes", undefined, node)?.status?.allocatable ?? {};
  for (const resource of ["memory", "cpu"]) {
    const [requested, capacity] = [podRequests(pod.spec)[resource] ?? 0, amountOf(resource, allocatable[resource])];
    if (requested <= capacity) continue;
    const message = `Node didn't have enough capacity: ${resource}, requested: ${requested}, capacity: ${capacity}`;
    return { reason: "Infeasible", message };
  }
  const rejection = findRejection(world, pod, node);
  return rejection === undefined ? undefined : { reason: "Deferred", message: rejection.message };
};

const postpone = (world: World, { podKey, pod, runtime }: PodContext, { reason, message }: Refusal): PodRuntime => {
  const generation = generationOf(pod);
  const before = runtime.resize?.pending;
  if (reason === "Deferred") {
    deferResize(world, podKey, runtime.node);
    syncNoLaterThan(world, podKey, world.nowMs() + RETRY_MS);
  }
  if (before?.reason === reason && before.message === message && before.generation === generation) return runtime;
  recordEvent(world, pod, {
    type: "Warning",
    reason: `Resize${reason}`,
    message: `Pod resize ${reason}: ${summary(pod, generation, message)}`,
  });
  const sinceMs = before?.reason === reason ? before.sinceMs : world.nowMs();
  const pending = { reason, message, generation, sinceMs, seenAtMs: world.nowMs() };
  return saveRuntime(world, podKey, { ...runtime, resize: { ...runtime.resize, pending } });
};

const completeResize = (world: World, { podKey, pod, runtime }: PodContext): PodRuntime => {
  const { inProgress, ...resize } = runtime.resize ?? {};
  if (inProgress === undefined) return runtime;
  if (lastingContainers(pod).some((container) => isOutdated(runtime.containers[container.name], container))) return runtime;
  recordEvent(world, pod, { reason: "ResizeCompleted", message: `Pod resize completed: ${summary(pod, inProgress.generation)}` });
  retryDeferred(world, runtime.node);
  return saveRuntime(world, podKey, { ...runtime, resize });
};

const failResize = (world: World, { podKey, pod, runtime }: PodContext, message: string): PodRuntime => {
  const { inProgress, ...resize } = runtime.resize ?? {};
  syncNoLaterThan(world, podKey, world.nowMs() + FAILURE_RETRY_MS);
  if (inProgress === undefined || inProgress.message === message) return runtime;
  const { generation } = inProgress;
  recordEvent(world, pod, {
    type: "Warning",
    reason: "ResizeError",
    message: `Pod resize error: ${summary(pod, generation, message)}`,
  });
  const failed = { reason: "Error", message, generation, sinceMs: world.nowMs(), seenAtMs: world.nowMs() };
  return saveRuntime(world, podKey, { ...runtime, resize: { ...resize, inProgress: failed } });
};

const FAILURE_RETRY_MS = 10_000;

const isOutdated = (found: ContainerRuntime | undefined, { resources }: Container): boolean =>
  found !== undefined &&
  isRunning(found) &&
  found.current.resources !== resources &&
  !isSameJson(found.current.resources ?? {}, resources ?? {});

const needsRestart = ({ resources, resizePolicy = [] }: Container, before: ResourceRequirements | undefined): boolean =>
  resizePolicy.some(
    ({ resourceName, restartPolicy }) =>
      restartPolicy === "RestartContainer" &&
      (["requests", "limits"] as const).some((side) => resources?.[side]?.[resourceName] !== before?.[side]?.[resourceName]),
  );

/** Resources that the containers ask for, as the events show them. */
const summary = ({ spec }: Pod, generation: number, error?: string): string => {
  const list = (containers: readonly Container[]) => containers.map(({ name, resources }) => ({ name, resources: sorted(resources) }));
  const inits = spec.initContainers ?? [];
  return JSON.stringify({
    ...(inits.length > 0 && { initContainers: list(inits) }),
    containers: list(spec.containers),
    generation,
    ...(error !== undefined && { error }),
  });
};

const sorted = ({ limits, requests }: ResourceRequirements = {}): ResourceRequirements => ({
  ...(limits && { limits: byName(limits) }),
  ...(requests && { requests: byName(requests) }),
});

const byName = (amounts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1)));
