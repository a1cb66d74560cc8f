import type { Container, Pod } from "#kube/types/pod.ts";
import { type ContainerInstance, type ContainerRuntime, isRunning, type PodRuntime } from "./pod-runtime.ts";

/** True for an init container that keeps running beside the others. */
export const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === "Always";

/** Sidecars and main containers: those that should run at the same time. */
export const lastingContainers = ({ spec }: Pod): readonly Container[] => [
  ...(spec.initContainers ?? []).filter(isSidecar),
  ...spec.containers,
];

/** All containers in the order in which they start, those that were added for debugging last. */
export const allContainers = ({ spec }: Pod): readonly Container[] =>
  spec.initContainers === undefined && spec.ephemeralContainers === undefined
    ? spec.containers
    : [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];

/** The container of a name, with whether it is an init container. */
export const findContainer = ({ spec }: Pod, name: string): { readonly container: Container; readonly isInit: boolean } | undefined => {
  const init = spec.initContainers?.find((container) => container.name === name);
  if (init !== undefined) return { container: init, isInit: true };
  const isNamed = (container: Container): boolean => container.name === name;
  const other = spec.containers.find(isNamed) ?? spec.ephemeralContainers?.find(isNamed);
  return other === undefined ? undefined : { container: other, isInit: false };
};

/** The field path that events about a container carry. */
export const fieldPathOf = ({ spec }: Pod, name: string): string => {
  const lists = ["initContainers", "ephemeralContainers"] as const;
  const list = lists.find((candidate) => spec[candidate]?.some((container) => container.name === name));
  return `spec.${list ?? "containers"}{${name}}`;
};

/** True when a container that does not run should be started (again). */
export const shouldStart = (pod: Pod, container: Container, runtime: ContainerRuntime | undefined): boolean => {
  if (runtime === undefined) return true;
  if (isRunning(runtime) || isEphemeral(pod, container)) return false;
  if (isSidecar(container)) return true;
  const policy = pod.spec.restartPolicy ?? "Always";
  if (policy === "Never") return false;
  return policy === "Always" || runtime.current.exit?.exitCode !== 0;
};

/** Tells ephemeral containers, which run once. */
const isEphemeral = ({ spec }: Pod, { name }: Container): boolean =>
  spec.ephemeralContainers?.some((container) => container.name === name) === true;

/** True when an init container has done its part: ended well, or, for a sidecar, is up. */
export const isInitDone = (container: Container, runtime: ContainerRuntime | undefined): boolean => {
  if (runtime === undefined) return false;
  return isSidecar(container) ? isRunning(runtime) && runtime.isStarted : runtime.current.exit?.exitCode === 0;
};

/** True when all init containers have done their part. */
export const isInitialized = (pod: Pod, { containers }: PodRuntime): boolean => {
  // Once a main container was made, sidecars that restart do not take the pod back.
  if (pod.spec.containers.some(({ name }) => containers[name] !== undefined)) return true;
  return (pod.spec.initContainers ?? []).every((container) => isInitDone(container, containers[container.name]));
};

/** True when an init container failed for good. */
export const hasFailedInit = (pod: Pod, { containers }: PodRuntime): boolean =>
  pod.spec.restartPolicy === "Never" &&
  (pod.spec.initContainers ?? []).some((container) => !isSidecar(container) && hasFailed(containers[container.name]?.current));

/** True when every main container has ended and none will be started again. */
export const hasEnded = (pod: Pod, runtime: PodRuntime): boolean => {
  if (hasFailedInit(pod, runtime)) return true;
  return pod.spec.containers.every((container) => {
    const found = runtime.containers[container.name];
    return found !== undefined && !isRunning(found) && found.current.exit !== undefined && !shouldStart(pod, container, found);
  });
};

const hasFailed = (instance: ContainerInstance | undefined): boolean => instance?.exit !== undefined && instance.exit.exitCode !== 0;
