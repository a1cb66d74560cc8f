import { toTimestamp } from "#core/timestamp.ts";
import type { Container, ContainerState, ContainerStatus, Pod, VolumeMount } from "#kube/types/pod.ts";
import { isContainerReady } from "../pod/pod-conditions.ts";
import { isInitialized, isSidecar, shouldStart } from "../pod/pod-containers.ts";
import { type ContainerInstance, type ContainerRuntime, isRunning, type PodRuntime } from "../pod/pod-runtime.ts";
import { fullImageName } from "./runtime-ids.ts";

/** The statuses of all containers of a pod: of init containers in the order of the spec, of others by name. */
export const containerStatuses = (pod: Pod, runtime: PodRuntime) => {
  const most = mostOfMessage(pod);
  const status = (container: Container, isInit: boolean) => shortened(containerStatus(pod, runtime, container, isInit), most);
  return {
    initContainerStatuses: (pod.spec.initContainers ?? []).map((container) => status(container, true)),
    containerStatuses: byName(pod.spec.containers.map((container) => status(container, false))),
    ephemeralContainerStatuses: byName((pod.spec.ephemeralContainers ?? []).map((container) => ephemeralStatus(pod, runtime, container))),
  };
};

const byName = (statuses: readonly ContainerStatus[]): readonly ContainerStatus[] =>
  statuses.length < 2 ? statuses : [...statuses].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The containers of a pod share what room there is for their last words. */
const mostOfMessage = ({ spec }: Pod): number => {
  const count = spec.containers.length + (spec.initContainers ?? []).length + (spec.ephemeralContainers ?? []).length;
  return Math.floor(POD_MESSAGE_BYTES / Math.max(1, count));
};

const POD_MESSAGE_BYTES = 12 * 1024;

const shortened = (status: ContainerStatus, most: number): ContainerStatus => {
  const cut = (state: ContainerState | undefined): ContainerState | undefined => {
    const message = state?.terminated?.message;
    if (state?.terminated === undefined || message === undefined || message.length <= most) return state;
    return { ...state, terminated: { ...state.terminated, message: message.slice(0, most) } };
  };
  const [state, lastState] = [cut(status.state), cut(status.lastState)];
  if (state === status.state && lastState === status.lastState) return status;
  return { ...status, ...(state && { state }), ...(lastState && { lastState }) };
};

const containerStatus = (pod: Pod, runtime: PodRuntime, container: Container, isInit: boolean): ContainerStatus => {
  const found = runtime.containers[container.name];
  const isUp = found !== undefined && isRunning(found);
  const isReady = isInit && !isSidecar(container) ? found?.current.exit?.exitCode === 0 : isContainerReady(runtime, container.name);
  return {
    name: container.name,
    ...states(pod, runtime, container, found),
    ready: isReady,
    restartCount: found?.current.attempt ?? 0,
    image: found === undefined ? (container.image ?? "") : fullImageName(found.current.image),
    imageID: found?.current.imageId ?? "",
    ...(found === undefined ? {} : { containerID: `containerd://${found.current.id}` }),
    started: isUp && found.isStarted,
    ...resourcesOf(container, found),
    ...(container.volumeMounts === undefined ? {} : { volumeMounts: container.volumeMounts.map(mountStatus) }),
  };
};

/** Status of an ephemeral container, which is never ready. */
const ephemeralStatus = (pod: Pod, runtime: PodRuntime, container: Container): ContainerStatus => {
  const { started: _started, ...status } = containerStatus(pod, runtime, container, false);
  return { ...status, ready: false };
};

const states = (
  pod: Pod,
  runtime: PodRuntime,
  container: Container,
  found: ContainerRuntime | undefined,
): Pick<ContainerStatus, "state" | "lastState"> => {
  const reason = runtime.reasons[container.name];
  if (found === undefined) return { state: { waiting: reason ?? { reason: waitsFor(pod, runtime) } }, lastState: {} };
  const { current, previous } = found;
  const before = previous?.exit === undefined ? {} : terminated(previous);
  if (current.exit === undefined) return { state: { running: { startedAt: toTimestamp(current.startedAtMs ?? 0) } }, lastState: before };
  const ended = terminated(current);
  if (reason !== undefined && shouldStart(pod, container, found)) return { state: { waiting: reason }, lastState: ended };
  return { state: ended, lastState: before };
};

/** Main containers of a pod with init containers wait for those; all others for their creation. */
const waitsFor = (pod: Pod, runtime: PodRuntime): string => {
  const hasInit = (pod.spec.initContainers ?? []).length > 0;
  return hasInit && (!isInitialized(pod, runtime) || pod.spec.containers.every(({ name }) => runtime.containers[name] === undefined))
    ? "PodInitializing"
    : "ContainerCreating";
};

const terminated = ({ id, startedAtMs, exit }: ContainerInstance): ContainerState => {
  if (exit === undefined) return {};
  const { exitCode, reason, message, atMs } = exit;
  return {
    terminated: {
      exitCode,
      reason,
      ...(message === undefined ? {} : { message }),
      startedAt: toTimestamp(startedAtMs ?? 0),
      finishedAt: toTimestamp(atMs),
      containerID: `containerd://${id}`,
    },
  };
};

/** Resources of a created container while it runs; its allocation is also shown where it requests any. */
const resourcesOf = ({ resources }: Container, found: ContainerRuntime | undefined): Partial<ContainerStatus> => {
  if (found === undefined) return {};
  const requests = resources?.requests;
  const inForce = isRunning(found) ? found.current.resources : resources;
  return { ...(requests === undefined ? {} : { allocatedResources: requests }), resources: inForce ?? {} };
};

const mountStatus = ({ name, mountPath, readOnly }: VolumeMount) => ({
  name,
  mountPath,
  ...(readOnly === true ? { readOnly, recursiveReadOnly: "Disabled" } : {}),
});
