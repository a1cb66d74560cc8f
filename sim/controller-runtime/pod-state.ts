import { parseTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import { findCondition } from "./conditions.ts";

/** True when the pod's Ready condition is True. */
export const isPodReady = (pod: Pod): boolean => findCondition(pod.status?.conditions, "Ready")?.status === "True";

/** True when the pod has been ready for `minReadySeconds`. */
export const isPodAvailable = (pod: Pod, minReadySeconds: number, nowMs: number): boolean => {
  const ready = findCondition(pod.status?.conditions, "Ready");
  if (ready?.status !== "True") return false;
  return minReadySeconds === 0 || nowMs >= readySinceMs(pod) + minReadySeconds * 1000;
};

/** Virtual time at which the pod became ready, ms; 0 when it is not. */
export const readySinceMs = (pod: Pod): number =>
  parseTimestamp(findCondition(pod.status?.conditions, "Ready")?.lastTransitionTime ?? "") ?? 0;

/** True when the pod has ended. */
export const isPodTerminal = (pod: Pod): boolean => pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";

/** True for pods that count: neither ended nor being deleted. */
export const isPodActive = (pod: Pod): boolean => !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
