import { parseTimestamp, toMicroTimestamp } from "#core/timestamp.ts";
import type { Container, ContainerStatus, Pod } from "#kube/types/pod.ts";
import type { PodLog, PodLogRequest, ReadPodLog } from "../../apiserver/http/subresources/pod-log-reader.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import type { OutputLine } from "../../processes/process-output.ts";
import { instanceLines } from "./instance-lines.ts";
import { type Instance, instancesOf } from "./instances.ts";

/** Reads a container's log, or says why there is none in the API server's words. */
export const readPodLog: ReadPodLog = (world, request) => {
  const pod = getObject<Pod>(world, "pods", request.namespace, request.pod);
  if (pod === undefined) return { ok: false, status: 404, message: `pods "${request.pod}" not found` };
  const name = chooseContainer(pod, request.container);
  if (!name.ok) return name;
  if (pod.spec.nodeName === undefined) return { ok: true, text: "" };
  const status = statusOf(pod, name.text);
  const chosen = chooseInstance(world, pod, name.text, status, request.previous === true);
  if (!chosen.ok) return chosen;
  const removed = removedId(pod, status, request.previous === true);
  if (removed !== undefined) return { ok: true, text: `unable to retrieve container logs for ${removed}` };
  const span = { fromMs: sinceOf(world, request), toMs: world.nowMs(), ...tailOf(request) };
  const lines = chosen.instance === undefined ? [] : instanceLines(world, chosen.instance, span);
  return { ok: true, text: renderLines(lines, request) };
};

/** Lines of a container in [fromMs, toMs] over all of its runs, oldest first; the pod may be gone. */
export const logLines = (world: World, key: string, fromMs: number, toMs: number): readonly OutputLine[] =>
  instancesOf(world, key).flatMap((instance) =>
    instance.process.startedAtMs > toMs ? [] : instanceLines(world, instance, { fromMs, toMs }),
  );

const allContainers = ({ spec }: Pod): readonly Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
  ...(spec.ephemeralContainers ?? []),
];

const chooseContainer = (pod: Pod, wanted: string | undefined): PodLog => {
  const names = allContainers(pod).map(({ name }) => name);
  if (wanted !== undefined)
    return names.includes(wanted) ? { ok: true, text: wanted } : bad(`container ${wanted} is not valid for pod ${pod.metadata.name}`);
  const [only] = pod.spec.containers;
  if (only !== undefined && pod.spec.containers.length === 1) return { ok: true, text: only.name };
  const main = pod.spec.containers.map(({ name }) => name).join(" ");
  const init = (pod.spec.initContainers ?? []).map(({ name }) => name).join(" ");
  return bad(
    `a container name must be specified for pod ${pod.metadata.name}, choose one of: [${main}]${init === "" ? "" : ` or one of the init containers: [${init}]`}`,
  );
};

const statusOf = ({ status }: Pod, name: string): ContainerStatus | undefined =>
  [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? []), ...(status?.ephemeralContainerStatuses ?? [])].find(
    (candidate) => candidate.name === name,
  );

/** The id of a run that the kubelet has removed: of dead ones it keeps the newest of each container, of an evicted pod none. */
const removedId = ({ status: pod }: Pod, status: ContainerStatus | undefined, previous: boolean): string | undefined => {
  const { state, lastState } = status ?? {};
  if (pod?.reason === "Evicted") return (previous ? lastState : state)?.terminated?.containerID;
  return previous && state?.terminated !== undefined ? lastState?.terminated?.containerID : undefined;
};

type Chosen =
  | { readonly ok: true; readonly instance: Instance | undefined }
  | { readonly ok: false; readonly status: 400; readonly message: string };

/** Chooses the run to read, as the kubelet does by the status that it published. */
const chooseInstance = (world: World, pod: Pod, name: string, status: ContainerStatus | undefined, previous: boolean): Chosen => {
  const instances = instancesOf(world, `${pod.metadata.namespace}/${pod.metadata.name}/${name}`).filter(
    ({ process }) => process.podUid === pod.metadata.uid,
  );
  const { state, lastState } = status ?? {};
  if (previous) {
    if (lastState?.terminated === undefined) return bad(`previous terminated container "${name}" in pod "${pod.metadata.name}" not found`);
    return { ok: true, instance: endedInstance(instances, lastState.terminated) };
  }
  if (state?.running !== undefined) return { ok: true, instance: instances[instances.length - 1] };
  const ended = state?.terminated ?? lastState?.terminated;
  if (ended !== undefined) return { ok: true, instance: endedInstance(instances, ended) };
  return bad(
    `container "${name}" in pod "${pod.metadata.name}" is waiting to start: ${WAITING[state?.waiting?.reason ?? ""] ?? state?.waiting?.reason ?? "ContainerCreating"}`,
  );
};

const WAITING: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: "trying and failing to pull image",
};

/** Run that a terminated state describes: the one that began in that second; undefined for a container that never ran. */
const endedInstance = (instances: readonly Instance[], { startedAt }: { readonly startedAt?: string }): Instance | undefined => {
  const second = startedAt === undefined ? undefined : Math.floor((parseTimestamp(startedAt) ?? 0) / 1000);
  return instances.findLast(({ process, endedAtMs }) => Math.floor(process.startedAtMs / 1000) === second && endedAtMs !== undefined);
};

const sinceOf = (world: World, { sinceSeconds, sinceTimeMs }: PodLogRequest): number => {
  if (sinceSeconds !== undefined) return world.nowMs() - sinceSeconds * 1000;
  return sinceTimeMs ?? Number.NEGATIVE_INFINITY;
};

/** Number of lines to read from the end; undefined (all) for none and for everything, which the renderer handles. */
const tailOf = ({ tailLines = 0 }: PodLogRequest): { readonly newest: number } | undefined =>
  tailLines > 0 ? { newest: tailLines } : undefined;

const renderLines = (lines: readonly OutputLine[], { tailLines, timestamps, limitBytes }: PodLogRequest): string => {
  const kept = tailLines === undefined || tailLines < 0 ? lines : tailLines === 0 ? [] : lines.slice(-tailLines);
  const text = kept
    .map((line) => `${timestamps === true ? `${nanoTimestamp(line.atMs)} ` : ""}${line.text}${line.isPartial === true ? "" : "\n"}`)
    .join("");
  return limitBytes === undefined ? text : text.slice(0, limitBytes);
};

/** Container runtimes stamp lines with nanoseconds. */
const nanoTimestamp = (ms: number): string =>
  toMicroTimestamp(ms).replace("000Z", `${Math.imul(ms, 48_271) >>> 0}`.padStart(6, "0").slice(-6).concat("Z"));

const bad = (message: string) => ({ ok: false, status: 400, message }) as const;
