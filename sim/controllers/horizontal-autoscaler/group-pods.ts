import { parseTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import { findCondition } from "../../controller-runtime/conditions.ts";

/** Measured use of a pod. */
export interface Sample {
  readonly milli: number;
  /** Instant and length of the measurement, ms. */
  readonly atMs: number;
  readonly windowMs: number;
}

/** Pods of an autoscaler by what is known of them; those that end or failed are in none. */
export interface Groups {
  readonly counted: readonly string[];
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  readonly samples: ReadonlyMap<string, Sample>;
}

/** Groups pods as the controller does: the use of processors while a pod starts says nothing of its load. */
export const groupPods = (pods: readonly Pod[], samples: ReadonlyMap<string, Sample>, resource: string, nowMs: number): Groups => {
  const groups = { counted: [] as string[], unready: [] as string[], missing: [] as string[] };
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined || pod.status?.phase === "Failed") continue;
    const sample = samples.get(name);
    if (pod.status?.phase === "Pending") groups.unready.push(name);
    else if (sample === undefined) groups.missing.push(name);
    else if (resource === "cpu" && isStarting(pod, sample, nowMs)) groups.unready.push(name);
    else groups.counted.push(name);
  }
  return { ...groups, samples };
};

/** In the first minutes a pod has to be ready for as long as was measured; later one is left out that never was ready. */
const isStarting = ({ status }: Pod, { atMs, windowMs }: Sample, nowMs: number): boolean => {
  const ready = findCondition(status?.conditions, "Ready");
  const startMs = parseTimestamp(status?.startTime ?? "");
  if (ready === undefined || startMs === undefined) return true;
  const changedMs = parseTimestamp(ready.lastTransitionTime ?? "") ?? 0;
  if (startMs + CPU_INITIALIZATION_MS > nowMs) return ready.status === "False" || atMs < changedMs + windowMs;
  return ready.status === "False" && startMs + INITIAL_READINESS_MS > changedMs;
};

/** `--horizontal-pod-autoscaler-cpu-initialization-period`. */
const CPU_INITIALIZATION_MS = 300_000;
/** `--horizontal-pod-autoscaler-initial-readiness-delay`. */
const INITIAL_READINESS_MS = 30_000;
