import type { Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { requestContext } from "../../schema/registry.ts";
import { getObject } from "../../store/store.ts";
import type { UserInfo } from "../client.ts";
import { badRequest, notFound } from "../status.ts";

/** Container or ports of a pod that a stream is opened to. */
export interface StreamPlace {
  readonly namespace: string;
  readonly pod: string;
  /** Missing: the only one; undefined for streams to the pod itself. */
  readonly container?: string | undefined;
}

/** Status with which the API server refuses a stream before it asks the kubelet; undefined when it asks. */
export const streamProblem = (world: World, user: UserInfo, place: StreamPlace, isToContainer: boolean): Status | undefined => {
  const pod = getObject<Pod>(world, "pods", place.namespace, place.pod);
  if (pod === undefined) return notFound(requestContext(world, "pods", user).row, place.pod);
  const problem = isToContainer ? containerProblem(pod, place.container) : undefined;
  if (problem !== undefined) return badRequest(problem);
  const { nodeName } = pod.spec;
  if (nodeName === undefined) return badRequest(`pod ${place.pod} does not have a host assigned`);
  // The server looks for the node's address in the name of the pods' own storage.
  return getObject(world, "nodes", undefined, nodeName) === undefined
    ? notFound(requestContext(world, "pods", user).row, nodeName)
    : undefined;
};

const containerProblem = ({ metadata, spec }: Pod, wanted: string | undefined): string | undefined => {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  if (wanted !== undefined) {
    const isThere = [...containers, ...initContainers, ...ephemeralContainers].some(({ name }) => name === wanted);
    return isThere ? undefined : `container ${wanted} is not valid for pod ${metadata.name}`;
  }
  if (containers.length === 1) return undefined;
  const names = (list: readonly { readonly name: string }[]): string => `[${list.map(({ name }) => name).join(" ")}]`;
  const others = initContainers.length === 0 ? "" : ` or one of the init containers: ${names(initContainers)}`;
  return `a container name must be specified for pod ${metadata.name}, choose one of: ${names(containers)}${others}`;
};
