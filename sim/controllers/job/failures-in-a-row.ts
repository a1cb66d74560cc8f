import { parseTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";
import type { World } from "../../kernel/world.ts";

/** Takes up the pods that ended since the last look; a success ends a row of failures. */
export const recordFailures = (world: World, job: Job, pods: readonly Pod[]): void => {
  const ended = pods.filter(
    (pod) => pod.metadata.finalizers?.includes(TRACKING) === true && (pod.status?.phase === "Succeeded" || hasFailed(job, pod)),
  );
  if (ended.length === 0) return;
  const records = world.map<FailureRecord>(FAILURES);
  let record = records.get(job.metadata.uid as string) ?? { count: 0, lastMs: 0 };
  for (const { pod, atMs } of ended.map((pod) => ({ pod, atMs: endedAtMs(pod) })).sort((a, b) => a.atMs - b.atMs))
    record =
      pod.status?.phase === "Succeeded" ? { count: 0, lastMs: 0 } : { count: record.count + 1, lastMs: Math.max(record.lastMs, atMs) };
  records.set(job.metadata.uid as string, Object.freeze(record));
};

/** 10 s after the first failure, doubled at each further one in a row. */
export const retryDueMs = (world: World, { metadata }: Job): number => {
  const { count, lastMs } = world.map<FailureRecord>(FAILURES).get(metadata.uid as string) ?? { count: 0, lastMs: 0 };
  return count === 0 ? 0 : lastMs + Math.min(RETRY_MIN_MS * 2 ** (count - 1), RETRY_MAX_MS);
};

/** Drops the failure record of a finished Job. */
export const forgetFailures = (world: World, { metadata }: Job): void =>
  void world.map<FailureRecord>(FAILURES).delete(metadata.uid as string);

/** A pod that is being deleted counts as failed at once, unless the Job replaces only those that have come to their end. */
export const hasFailed = ({ spec }: Job, { status, metadata }: Pod): boolean =>
  status?.phase === "Failed" ||
  (spec.podReplacementPolicy !== "Failed" && metadata.deletionTimestamp !== undefined && status?.phase !== "Succeeded");

/** Finalizer that keeps a finished pod until it is counted. */
export const TRACKING = "batch.kubernetes.io/job-tracking";

/** Consecutive failures of a Job's pods, and the time of the last, virtual ms. */
interface FailureRecord {
  readonly count: number;
  readonly lastMs: number;
}

const FAILURES = "controllers/job-failures";

const RETRY_MIN_MS = 10_000;
const RETRY_MAX_MS = 600_000;

/** Virtual time at which the last container ended, ms; for a pod without one, when it was told to end. */
const endedAtMs = ({ metadata, status }: Pod): number => {
  const ends = (status?.containerStatuses ?? []).map(({ state }) => parseTimestamp(state?.terminated?.finishedAt ?? ""));
  if (ends.length > 0 && ends.every((end) => end !== undefined)) return Math.max(...(ends as readonly number[]));
  const deadlineMs = parseTimestamp(metadata.deletionTimestamp ?? metadata.creationTimestamp ?? "") ?? 0;
  return metadata.deletionTimestamp === undefined ? deadlineMs : deadlineMs - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
};
