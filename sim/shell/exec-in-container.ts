import type { ExecRequest, ExecResult } from "#kube/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, objectKey } from "../apiserver/store.ts";
import { PROCESSES } from "../apps/process.ts";
import type { World } from "../kernel/world.ts";
import { isKubeletRunning } from "../kubelet/kubelet-state.ts";
import { containerKey } from "../kubelet/pod-runtime.ts";
import { hex64 } from "../kubelet/runtime-ids.ts";
import { nodeAddress } from "../kubelet/status.ts";
import { runInContainer } from "./run-in-container.ts";

/** Runs a command in a container of a pod, as `kubectl exec` does. What cannot be run says why in the API server's words. */
export const execInContainer = (world: World, request: ExecRequest): ExecResult => {
  const pod = getObject<Pod>(world, "pods", request.namespace, request.pod);
  const refusal = pod === undefined ? `pods "${request.pod}" not found` : refuse(world, pod, request.container);
  if (pod === undefined || refusal !== undefined) return notRun(refusal ?? "");
  const key = containerKey(objectKey(request.namespace, request.pod), request.container ?? defaultContainer(pod));
  const { command, stdin, timeoutMs = EXEC_TIMEOUT_MS } = request;
  const result = runInContainer(world, key, { command, timeoutMs, ...(stdin === undefined ? {} : { stdin }) });
  if (result.kind === "exited") return { exitCode: result.exitCode, stdout: result.stdout, stderr: result.stderr };
  if (result.kind === "timed-out")
    return { exitCode: undefined, stdout: result.stdout, stderr: result.stderr, error: "context deadline exceeded" };
  const id = hex64(world, `shell/exec/${key}/${world.nowMs()}/${command.join(" ")}`);
  return notRun(
    `Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "${id}": ${result.message}`,
  );
};

const EXEC_TIMEOUT_MS = 30_000;

const notRun = (error: string): ExecResult => ({ exitCode: undefined, stdout: "", stderr: "", error });

/** The container that the annotation names, else the first. */
const defaultContainer = ({ metadata, spec }: Pod): string =>
  metadata.annotations?.["kubectl.kubernetes.io/default-container"] ?? (spec.containers[0]?.name as string);

const refuse = (world: World, pod: Pod, container: string | undefined): string | undefined => {
  const { metadata, spec, status } = pod;
  if (status?.phase === "Succeeded" || status?.phase === "Failed")
    return `cannot exec into a container in a completed pod; current phase is ${status.phase}`;
  const name = container ?? defaultContainer(pod);
  if (![...spec.containers, ...(spec.initContainers ?? [])].some((candidate) => candidate.name === name))
    return `container ${name} is not valid for pod ${metadata.name}`;
  if (spec.nodeName === undefined) return `pod ${metadata.name} does not have a host assigned`;
  if (!isKubeletRunning(world, spec.nodeName))
    return `error dialing backend: dial tcp ${nodeAddress(world, spec.nodeName)}:10250: connect: connection refused`;
  if (!world.map(PROCESSES).has(containerKey(objectKey(metadata.namespace, metadata.name), name))) {
    return `Internal error occurred: unable to upgrade connection: container not found ("${name}")`;
  }
  return undefined;
};
