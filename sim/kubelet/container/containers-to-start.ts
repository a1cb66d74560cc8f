import type { Container, Pod } from "#kube/types/pod.ts";
import { isInitDone, isInitialized, isSidecar, shouldStart } from "../pod/pod-containers.ts";
import type { PodRuntime } from "../pod/pod-runtime.ts";

/** Those for debugging whenever they come; init containers one after the other, then all others at once. */
export const containersToStart = (pod: Pod, runtime: PodRuntime): readonly string[] => {
  const fresh = (pod.spec.ephemeralContainers ?? []).flatMap(({ name }) => (runtime.containers[name] === undefined ? [name] : []));
  return fresh.length === 0 ? lastingToStart(pod, runtime) : [...fresh, ...lastingToStart(pod, runtime)];
};

const lastingToStart = (pod: Pod, runtime: PodRuntime): readonly string[] => {
  const wants = (container: Container): boolean => shouldStart(pod, container, runtime.containers[container.name]);
  const inits = pod.spec.initContainers ?? [];
  if (isInitialized(pod, runtime))
    return [...inits.filter((container) => isSidecar(container) && wants(container)), ...pod.spec.containers.filter(wants)].map(
      ({ name }) => name,
    );
  const names: string[] = [];
  for (const container of inits) {
    if (isInitDone(container, runtime.containers[container.name])) continue;
    if (wants(container)) names.push(container.name);
    break;
  }
  const fallen = inits.filter((container) => isSidecar(container) && runtime.containers[container.name] !== undefined && wants(container));
  return [...new Set([...fallen.map(({ name }) => name), ...names])];
};
