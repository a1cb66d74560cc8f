import type { Workload } from "../checks/workload.ts";
import { effectiveRequest } from "../objects/effective-requests.ts";
import { milliValue } from "../objects/quantity.ts";
import type { Container, PodSpec } from "../types/pod.ts";
import type { HorizontalPodAutoscaler } from "../types/workloads.ts";

/** Resource of autoscalers. */
export const AUTOSCALERS = "horizontalpodautoscalers.autoscaling";

/** True for an autoscaler that follows how much of its CPU request a workload uses. */
export const followsCpuShare = ({ spec }: HorizontalPodAutoscaler, { kind, metadata }: Pick<Workload, "kind" | "metadata">): boolean =>
  spec.scaleTargetRef.kind === kind &&
  spec.scaleTargetRef.name === metadata.name &&
  ((spec.metrics ?? []) as readonly Metric[]).some(
    ({ resource }) => resource?.name === "cpu" && resource.target?.averageUtilization !== undefined,
  );

interface Metric {
  readonly resource?: { readonly name: string; readonly target?: { readonly averageUtilization?: number } };
}

/** CPU that a container requests, millicores; a limit alone is a request too. Undefined: it requests none. */
export const cpuRequestOf = (container: Pick<Container, "resources">): number | undefined => {
  const quantity = effectiveRequest(container, "cpu");
  return quantity === undefined ? undefined : milliValue(quantity);
};

/** Containers whose requests count while a pod runs: its own, and the init containers that run on beside them. */
export const lastingContainers = ({ containers, initContainers = [] }: PodSpec): readonly Container[] => [
  ...containers,
  ...initContainers.filter(({ restartPolicy }) => restartPolicy === "Always"),
];

/** CPU that a pod requests, millicores; undefined: one of its containers requests none. */
export const cpuRequestOfPod = (spec: PodSpec): number | undefined =>
  lastingContainers(spec).reduce<number | undefined>((sum, container) => {
    const request = cpuRequestOf(container);
    return sum === undefined || request === undefined ? undefined : sum + request;
  }, 0);
