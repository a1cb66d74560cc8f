import type { Pod } from "#kube/types/pod.ts";
import { getObject, objectKey } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import { containerKey } from "../kubelet/pod/pod-runtime.ts";
import { nodeAddress } from "../kubelet/pod/status.ts";
import { isKubeletRunning } from "../machines/machines.ts";
import { PROCESSES } from "../processes/process.ts";

/** A container of a pod as a request names it. */
export interface ContainerRef {
  readonly namespace: string;
  readonly pod: string;
  /** Missing: the pod's default container. */
  readonly container?: string;
}

/** The running container that a request means, or why there is none in the API server's words. */
export const findTarget = (
  world: World,
  { namespace, pod: name, container }: ContainerRef,
): { readonly ok: true; readonly key: string } | { readonly ok: false; readonly error: string } => {
  const pod = getObject<Pod>(world, "pods", namespace, name);
  if (pod === undefined) return { ok: false, error: `pods "${name}" not found` };
  const chosen = container ?? defaultContainer(pod);
  const error = refuse(world, pod, chosen);
  return error === undefined ? { ok: true, key: containerKey(objectKey(namespace, name), chosen) } : { ok: false, error };
};

/** The container that the annotation names, else the first. */
const defaultContainer = ({ metadata, spec }: Pod): string =>
  metadata.annotations?.["kubectl.kubernetes.io/default-container"] ?? (spec.containers[0]?.name as string);

const refuse = (world: World, { metadata, spec, status }: Pod, name: string): string | undefined => {
  if (status?.phase === "Succeeded" || status?.phase === "Failed")
    return `cannot exec into a container in a completed pod; current phase is ${status.phase}`;
  const all = [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])];
  if (!all.some((candidate) => candidate.name === name)) return `container ${name} is not valid for pod ${metadata.name}`;
  if (spec.nodeName === undefined) return `Error from server (BadRequest): pod ${metadata.name} does not have a host assigned`;
  // The server looks for the node's address in the name of the pods' own storage.
  if (getObject(world, "nodes", undefined, spec.nodeName) === undefined)
    return `Error from server (NotFound): pods "${spec.nodeName}" not found`;
  if (!isKubeletRunning(world, spec.nodeName))
    return `error dialing backend: dial tcp ${nodeAddress(world, spec.nodeName)}:10250: connect: connection refused`;
  if (!world.map(PROCESSES).has(containerKey(objectKey(metadata.namespace, metadata.name), name)))
    return `Internal error occurred: unable to upgrade connection: container not found ("${name}")`;
  return undefined;
};
