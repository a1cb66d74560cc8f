import { AUTOSCALERS } from "#kube/listings/autoscaled.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import type { CreatedTwin } from "./twin.ts";

/** Settings in which parked autoscalers differ. */
interface Settings {
  /** Missing: the workload's. */
  readonly name?: string;
  readonly maxReplicas: number;
  readonly averageUtilization: number;
}

/** An autoscaler that waits for the first replica of a workload without any. */
export const parkedAutoscaler = ({ object }: CreatedTwin, { name, maxReplicas, averageUtilization }: Settings): CreatedTwin => {
  const { apiVersion = "", kind = "", metadata } = object;
  const autoscaler: HorizontalPodAutoscaler = {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: name ?? metadata.name, namespace: metadata.namespace ?? "", labels: metadata.labels ?? {} },
    spec: {
      scaleTargetRef: { apiVersion, kind, name: metadata.name },
      minReplicas: 1,
      maxReplicas,
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } }],
    },
  };
  return { verb: "create", resource: AUTOSCALERS, object: autoscaler };
};
