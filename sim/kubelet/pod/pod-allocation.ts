import { isSameJson } from "#core/canonical-json.ts";
import type { Container, Pod, ResourceRequirements } from "#kube/types/pod.ts";
import { isSidecar, lastingContainers } from "./pod-containers.ts";
import type { PodRuntime } from "./pod-runtime.ts";

/** Allocated resources of a pod's containers, by name. */
export type Allocation = Readonly<Record<string, ResourceRequirements | undefined>>;

/** Allocation of a pod's present resources, as its spec asks. */
export const allocationOf = (pod: Pod): Allocation =>
  Object.fromEntries(lastingContainers(pod).map(({ name, resources }) => [name, resources]));

/** Pod with its allocated resources in the place of the requested ones; itself where they are equal. */
export const allocatedPod = (pod: Pod, { allocated }: PodRuntime): Pod => {
  if (lastingContainers(pod).every((container) => isGranted(allocated, container))) return pod;
  const { containers, initContainers } = pod.spec;
  const grant = (container: Container): Container => (isGranted(allocated, container) ? container : withGrant(allocated, container));
  return {
    ...pod,
    spec: {
      ...pod.spec,
      containers: containers.map(grant),
      ...(initContainers && { initContainers: initContainers.map((container) => (isSidecar(container) ? grant(container) : container)) }),
    },
  };
};

const isGranted = (allocated: Allocation, { name, resources }: Container): boolean =>
  allocated[name] === resources || !(name in allocated) || isSameJson(allocated[name] ?? {}, resources ?? {});

const withGrant = (allocated: Allocation, container: Container): Container => {
  const { resources: _asked, ...kept } = container;
  const granted = allocated[container.name];
  return granted === undefined ? kept : { ...kept, resources: granted };
};
