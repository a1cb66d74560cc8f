import type { Pod } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";
import { isPodActive } from "../../controller-runtime/pod-state.ts";
import type { World } from "../../kernel/world.ts";
import { judgeFailure } from "./failure-policy.ts";
import { hasFailed, recordFailures, TRACKING } from "./failures-in-a-row.ts";
import type { IndexProgress } from "./index-progress.ts";
import type { Tally } from "./judge-job.ts";
import { releasePods } from "./release-pods.ts";

/** Pods that have ended and that no status counts yet. */
export interface Fresh {
  /** Numbers of those whose finalizer is gone: the next status has to count them. */
  readonly succeeded: number;
  readonly failed: number;
  /** Uids of those that keep their finalizer, since the API server refused its removal: they count later. */
  readonly held: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
}

/** Takes the finalizer from pods that have ended, which tells those that were counted. */
export const takeUpEnded = (world: World, job: Job, pods: readonly Pod[]): Fresh => {
  const ended = pods.filter((pod) => pod.metadata.finalizers?.includes(TRACKING) === true && (hasSucceeded(pod) || hasFailed(job, pod)));
  const held = releasePods(world, ended);
  const released = ended.filter((pod) => !held.includes(pod));
  recordFailures(world, job, released);
  const isCountedFailure = (pod: Pod): boolean => hasFailed(job, pod) && judgeFailure(job, pod).action !== "Ignore";
  const owed = world.map<Numbers>(OWED).get(job.metadata.uid as string) ?? NOTHING;
  return {
    succeeded: owed.succeeded + released.filter(hasSucceeded).length,
    failed: owed.failed + released.filter(isCountedFailure).length,
    held: { succeeded: uidsOf(held.filter(hasSucceeded)), failed: uidsOf(held.filter(isCountedFailure)) },
  };
};

/** Remembers the numbers that a refused status did not take, until one does. */
export const settleNumbers = (world: World, { metadata }: Job, { succeeded, failed }: Fresh, isWritten: boolean): void => {
  const owed = world.map<Numbers>(OWED);
  if (!isWritten) owed.set(metadata.uid as string, Object.freeze({ succeeded, failed }));
  else if (owed.size > 0) owed.delete(metadata.uid as string);
};

/** All pods of a Job by how they are, counted ones included. */
export const tallyPods = (job: Job, pods: readonly Pod[], progress: IndexProgress | undefined, fresh: Fresh): Tally => ({
  active: pods.filter(isPodActive).length,
  succeeded: progress?.completed.size ?? (job.status?.succeeded ?? 0) + fresh.succeeded + fresh.held.succeeded.length,
  failed: (job.status?.failed ?? 0) + fresh.failed + fresh.held.failed.length,
});

interface Numbers {
  readonly succeeded: number;
  readonly failed: number;
}

const OWED = "controllers/job-numbers-owed";
const NOTHING: Numbers = Object.freeze({ succeeded: 0, failed: 0 });

const hasSucceeded = ({ status }: Pod): boolean => status?.phase === "Succeeded";

const uidsOf = (pods: readonly Pod[]): readonly string[] => pods.map(({ metadata }) => metadata.uid as string);
