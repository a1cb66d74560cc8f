import { toTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { replaceCondition } from "./conditions.ts";

/** Condition of a pod that changes now, as components other than its kubelet write it. */
export const podCondition = (
  { metadata }: Pod,
  nowMs: number,
  { type, status, ...texts }: Pick<Condition, "type" | "status" | "reason" | "message">,
): Condition => ({
  type,
  observedGeneration: metadata.generation ?? 1,
  status,
  lastProbeTime: null,
  lastTransitionTime: toTimestamp(nowMs),
  ...texts,
});

/** A pod that will be taken away: owners learn from the condition that it is none of its own failures. */
export const withDisruption = (pod: Pod, nowMs: number, reason: string, message: string): Pod => {
  const condition = podCondition(pod, nowMs, { type: "DisruptionTarget", status: "True", reason, message });
  return { ...pod, status: { ...pod.status, conditions: replaceCondition(pod.status?.conditions ?? [], condition) } };
};
