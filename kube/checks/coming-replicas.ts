import type { Workload } from "./workload.ts";

/**
 * Number of pods that a workload beside the app can come to have: a StatefulSet makes the next one when those before it are ready, so that one
 * whose first pod does not start has that pod alone, however many it wants.
 */
export const comingReplicas = ({ spec, status }: Workload): number => {
  const { replicas = 1 } = spec;
  const isOrdered = "serviceName" in spec && spec.podManagementPolicy !== "Parallel";
  return isOrdered ? Math.min(replicas, (status?.readyReplicas ?? 0) + 1) : replicas;
};
