import type { Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { requestContext } from "../../schema/registry.ts";
import { getObject } from "../../store/store.ts";
import type { UserInfo } from "../client.ts";
import { badRequest, notFound } from "../status.ts";
import type { StreamRequest } from "../wire/http.ts";
import { type Connection, connectionProblem } from "./connection.ts";

/** Status with which the API server refuses a stream before it asks the kubelet; undefined when it asks. */
export const streamProblem = (world: World, user: UserInfo, stream: StreamRequest): Status | undefined => {
  const refused = connectionProblem(world, user, { row: "pods", ...connectionOf(stream) });
  if (refused !== undefined) return refused;
  const pod = getObject<Pod>(world, "pods", stream.namespace, stream.pod);
  if (pod === undefined) return notFound(requestContext(world, "pods", user).row, stream.pod);
  const problem = stream.kind === "port-forward" ? undefined : containerProblem(pod, stream.container);
  if (problem !== undefined) return badRequest(problem);
  const { nodeName } = pod.spec;
  if (nodeName === undefined) return badRequest(`pod ${stream.pod} does not have a host assigned`);
  // The server looks for the node's address in the name of the pods' own storage.
  return getObject(world, "nodes", undefined, nodeName) === undefined
    ? notFound(requestContext(world, "pods", user).row, nodeName)
    : undefined;
};

const connectionOf = (stream: StreamRequest): Omit<Connection, "row"> => {
  const { namespace, pod: name } = stream;
  if (stream.kind === "port-forward") return { subresource: "portforward", namespace, name, options: { ports: stream.ports } };
  const { kind, stdin, stdout, stderr, tty, container, command } = stream;
  return { subresource: kind, namespace, name, options: { stdin, stdout, stderr, tty, container, ...(kind === "exec" && { command }) } };
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
