import type { Pod } from "#kube/types/pod.ts";

const COMPUTE = ["cpu", "memory"] as const;

/** Computes the QoS class of a pod without one in its status. */
export const qosClass = ({ spec }: Pod): "Guaranteed" | "Burstable" | "BestEffort" => {
  const all = [...spec.containers, ...(spec.initContainers ?? [])].map(({ resources }) => resources ?? {});
  const hasAny = all.some(({ limits, requests }) => COMPUTE.some((name) => limits?.[name] !== undefined || requests?.[name] !== undefined));
  if (!hasAny) return "BestEffort";
  const isFull = all.every(({ limits, requests }) =>
    COMPUTE.every((name) => limits?.[name] !== undefined && (requests?.[name] === undefined || requests[name] === limits[name])),
  );
  return isFull ? "Guaranteed" : "Burstable";
};
