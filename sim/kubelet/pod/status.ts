import { shareJson } from "#core/share-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Pod, PodStatus } from "#kube/types/pod.ts";
import { getObject, objectKey } from "../../apiserver/store/store.ts";
import { clientForNode } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { containerStatuses } from "../container/container-status.ts";
import { podConditions } from "./pod-conditions.ts";
import { podPhase } from "./pod-phase.ts";
import type { PodRuntime } from "./pod-runtime.ts";
import { noteReport, planReport } from "./reports.ts";
import { resizeConditions } from "./resize-pod.ts";

/** Writes a pod's status as its kubelet sees it now, where it differs; returns the pod afterwards. A refused one is reported again. */
export const publishStatus = (world: World, pod: Pod, runtime: PodRuntime): Pod => {
  const status = shareJson(podStatus(world, pod, runtime), pod.status ?? NO_STATUS);
  const podKey = objectKey(pod.metadata.namespace, pod.metadata.name);
  if (status === pod.status) {
    noteReport(world, podKey, true);
    return pod;
  }
  const result = clientForNode(world, runtime.node).updateStatus<Pod>("pods", { ...pod, status });
  noteReport(world, podKey, result.ok);
  if (result.ok) return result.value;
  planReport(world, podKey, runtime.node);
  return pod;
};

const NO_STATUS: PodStatus = Object.freeze({});

/** InternalIP of a node. */
export const nodeAddress = (world: World, node: string): string =>
  getObject<Node>(world, "nodes", undefined, node)?.status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? "";

const podStatus = (world: World, pod: Pod, runtime: PodRuntime): PodStatus => {
  const { phase: phaseNow, isFinal } = podPhase(pod, runtime);
  // A pod ends when its sandbox is gone: until then it keeps the phase that it had.
  const phase = isFinal && !runtime.isTornDown ? (pod.status?.phase ?? "Pending") : phaseNow;
  const { initContainerStatuses, ephemeralContainerStatuses, containerStatuses: mains } = containerStatuses(pod, runtime);
  const hostIP = nodeAddress(world, runtime.node);
  const conditions = mergeConditions(pod, runtime, podConditions(pod, runtime, phaseNow), toTimestamp(world.nowMs()));
  const podIP = runtime.sandboxIP;
  return {
    observedGeneration: pod.metadata.generation ?? 1,
    phase,
    conditions,
    ...(runtime.verdict ?? keptReason(pod)),
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(podIP === undefined ? {} : { podIP, podIPs: [{ ip: podIP }] }),
    startTime: pod.status?.startTime ?? toTimestamp(runtime.admittedAtMs),
    ...(initContainerStatuses.length === 0 ? {} : { initContainerStatuses }),
    containerStatuses: mains,
    ...(ephemeralContainerStatuses.length === 0 ? {} : { ephemeralContainerStatuses }),
    ...(pod.status?.qosClass === undefined ? {} : { qosClass: pod.status.qosClass }),
  };
};

/** Reasons that others gave (an eviction) stay. */
const keptReason = ({ status }: Pod): Pick<PodStatus, "reason" | "message"> => ({
  ...(status?.reason === undefined ? {} : { reason: status.reason }),
  ...(status?.message === undefined ? {} : { message: status.message }),
});

const OWN_CONDITIONS: readonly string[] = [
  "PodResizePending",
  "PodResizeInProgress",
  "PodReadyToStartContainers",
  "Initialized",
  "Ready",
  "ContainersReady",
  "PodScheduled",
];

/** Conditions of others first, as they are; own ones keep their transition time while their status stays. */
const mergeConditions = (
  { metadata, status }: Pod,
  runtime: PodRuntime,
  own: readonly Pick<Condition, "type" | "status" | "reason" | "message">[],
  now: string,
): readonly Condition[] => {
  const before = status?.conditions ?? [];
  const merged = own.map((condition): Condition => {
    const present = before.find(({ type }) => type === condition.type);
    const lastTransitionTime = present?.status === condition.status ? (present.lastTransitionTime ?? now) : now;
    const { type, status: conditionStatus, ...texts } = condition;
    return {
      type,
      observedGeneration: metadata.generation ?? 1,
      status: conditionStatus,
      lastProbeTime: null,
      lastTransitionTime,
      ...texts,
    };
  });
  return [...before.filter(({ type }) => !OWN_CONDITIONS.includes(type)), ...resizeConditions(runtime), ...merged];
};
