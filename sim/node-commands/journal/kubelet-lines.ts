import { parseTimestamp, toMicroTimestamp } from "#core/timestamp.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { kubeletStoppedAtMs } from "../../machines/machines.ts";

/** Lines that a kubelet logged about its pods, by the events that it reported, oldest first. */
export const kubeletLines = (world: World, node: string): readonly { readonly atMs: number; readonly text: string }[] => {
  const untilMs = kubeletStoppedAtMs(world, node) ?? world.nowMs();
  return listObjects<Event>(world, "events").flatMap((event) => {
    const { source, reason = "", lastTimestamp } = event;
    if (source?.component !== "kubelet" || source.host !== node) return [];
    const atMs = (parseTimestamp(lastTimestamp ?? event.metadata.creationTimestamp ?? "") ?? 0) + jitterOf(event);
    const text = atMs > untilMs ? undefined : LINES[reason]?.(event, world);
    return text === undefined ? [] : [{ atMs, text: `${klogHead(text, atMs)}` }];
  });
};

/** A line of klog: `E0116 03:44:13.123456     812 file.go:10] "…"`; the number of the process is filled in by the journal. */
export const klogHead = (text: string, atMs: number): string => {
  const date = toMicroTimestamp(atMs);
  return `${text[0]}${date.slice(5, 7)}${date.slice(8, 10)} ${date.slice(11, 23)}${`${(atMs * 7) % 1000}`.padStart(3, "0")} @PID ${text.slice(2)}`;
};

/** Events know seconds alone. */
const jitterOf = ({ metadata }: Event): number => Number.parseInt((metadata.uid ?? "0").slice(0, 6), 16) % 1000;

type LineOf = (event: Event, world: World) => string | undefined;

const podOf = ({ involvedObject: { namespace, name, uid } }: Event): string => `pod="${namespace}/${name}" podUID="${uid}"`;
const containerOf = ({ involvedObject }: Event): string => /\{(.+)\}/.exec(involvedObject.fieldPath ?? "")?.[1] ?? "";
const quoted = (text: string): string => JSON.stringify(text);

/** The kubelet's words for a container that waits, as the pod's status has them. */
const syncError: LineOf = (event, world) => {
  const { namespace, name } = event.involvedObject;
  const container = containerOf(event);
  const waiting = getObject<Pod>(world, "pods", namespace, name ?? "")?.status?.containerStatuses?.find(
    (status) => status.name === container,
  )?.state?.waiting;
  const [reason, message] = [waiting?.reason ?? "CrashLoopBackOff", waiting?.message ?? event.message ?? ""];
  const error = `failed to "StartContainer" for ${quoted(container)} with ${reason}: ${quoted(message)}`;
  return `E pod_workers.go:1324] "Error syncing pod, skipping" err=${quoted(error)} ${podOf(event)}`;
};

const failed: LineOf = (event, world) => {
  const pull = /^Failed to pull image "([^"]+)": ([\s\S]*)$/.exec(event.message ?? "");
  if (pull === null) return syncError(event, world);
  return `E log.go:32] "PullImage from image service failed" err=${quoted(pull[2] ?? "")} image=${quoted(pull[1] ?? "")}`;
};

const probeFailed: LineOf = (event) => {
  const [, type, output] = /^(\w+) probe (?:failed|errored)[^:]*: ([\s\S]*)$/.exec(event.message ?? "") ?? [];
  return `I prober.go:120] "Probe failed" probeType="${type ?? "Readiness"}" ${podOf(event)} containerName="${containerOf(event)}" probeResult="failure" output=${quoted(output ?? "")}`;
};

/** Lines by the reason of the event that went with them. */
const LINES: Readonly<Record<string, LineOf>> = {
  BackOff: syncError,
  Failed: failed,
  Unhealthy: probeFailed,
  Killing: (event) =>
    `I kuberuntime_container.go:864] "Killing container with a grace period" ${podOf(event)} containerName="${containerOf(event)}" gracePeriod=30`,
  Started: (event) =>
    `I pod_startup_latency_tracker.go:108] "Observed pod startup duration" pod="${event.involvedObject.namespace}/${event.involvedObject.name}"`,
  FailedMount: (event) =>
    `E nestedpendingoperations.go:348] Operation failed for pod "${event.involvedObject.name}". No retries permitted until later. Error: ${event.message}`,
  FailedCreatePodSandBox: (event) =>
    `E kuberuntime_manager.go:1343] "CreatePodSandbox for pod failed" err=${quoted(event.message ?? "")} ${podOf(event)}`,
  Evicted: (event) =>
    `I eviction_manager.go:627] "Eviction manager: pod is evicted successfully" pod="${event.involvedObject.namespace}/${event.involvedObject.name}"`,
  NodeReady: () => 'I kubelet_node_status.go:427] "Fast updating node status as it just became ready"',
  NodeNotReady: () => 'I setters.go:618] "Node became not ready"',
};
