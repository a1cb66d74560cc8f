import type { Node } from "#kube/types/cluster.ts";

/** The conditions of a node whose kubelet reports that all is well. */
export const healthyConditions = (now: string): NonNullable<NonNullable<Node["status"]>["conditions"]> =>
  HEALTHY.map(([type, status, reason, message]) => ({ type, status, lastHeartbeatTime: now, lastTransitionTime: now, reason, message }));

const HEALTHY = [
  ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
] as const;
