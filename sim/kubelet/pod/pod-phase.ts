import type { Pod } from "#kube/types/pod.ts";
import { hasFailedInit, isInitialized } from "./pod-containers.ts";
import { isRunning, type PodRuntime } from "./pod-runtime.ts";

/** The phase that a pod's containers amount to, and whether it is one of the two last ones. */
export const podPhase = (
  pod: Pod,
  runtime: PodRuntime,
): { readonly phase: NonNullable<NonNullable<Pod["status"]>["phase"]>; readonly isFinal: boolean } => {
  if (runtime.verdict !== undefined || hasFailedInit(pod, runtime)) return FAILED;
  if (!isInitialized(pod, runtime) && pod.metadata.deletionTimestamp === undefined) return PENDING;
  const found = pod.spec.containers.map(({ name }) => runtime.containers[name]);
  if (pod.metadata.deletionTimestamp !== undefined && runtime.isTornDown)
    return found.every((container) => container?.current.exit?.exitCode === 0) ? SUCCEEDED : FAILED;
  if (found.some((container) => container === undefined)) return PENDING;
  if (found.some(isRunning)) return RUNNING;
  const policy = pod.spec.restartPolicy ?? "Always";
  if (policy === "Always") return RUNNING;
  if (found.every((container) => container?.current.exit?.exitCode === 0)) return SUCCEEDED;
  return policy === "Never" ? FAILED : RUNNING;
};

const PENDING = { phase: "Pending", isFinal: false } as const;
const RUNNING = { phase: "Running", isFinal: false } as const;
const SUCCEEDED = { phase: "Succeeded", isFinal: true } as const;
const FAILED = { phase: "Failed", isFinal: true } as const;
