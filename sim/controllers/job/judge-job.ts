import { parseTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";
import { isPodTerminal } from "../../controller-runtime/pod-state.ts";
import type { World } from "../../kernel/world.ts";
import { judgeFailure } from "./failure-policy.ts";
import type { IndexProgress } from "./index-progress.ts";
import { parseIndexes } from "./indexes.ts";

/** Condition with which a Job ends, and its reason. */
export interface JobVerdict {
  readonly type: "Complete" | "Failed";
  readonly reason: string;
  readonly message: string;
}

/** Pods of a Job by how they are. */
export interface Tally {
  readonly active: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Tells whether a Job ends; criteria are tested in the order of the real controller. */
export const judgeJob = (
  world: World,
  job: Job,
  pods: readonly Pod[],
  {
    tally,
    progress,
    startTime,
  }: { readonly tally: Tally; readonly progress: IndexProgress | undefined; readonly startTime: string | undefined },
): JobVerdict | undefined =>
  alreadyJudged(job) ??
  failedByPolicy(job, pods) ??
  failedByLimits(world, job, pods, tally, startTime) ??
  (progress === undefined ? undefined : (failedByIndexes(job, progress) ?? metSuccessPolicy(job, progress))) ??
  completed(job, tally);

const failed = (reason: string, message: string): JobVerdict => ({ type: "Failed", reason, message });

/** Verdict of an interim condition, which stays while the last pods end. */
const alreadyJudged = ({ status }: Job): JobVerdict | undefined => {
  const met = status?.conditions?.find(({ type, status: truth }) => INTERIM[type] !== undefined && truth === "True");
  return met === undefined
    ? undefined
    : { type: INTERIM[met.type] as JobVerdict["type"], reason: met.reason ?? "", message: met.message ?? "" };
};

const INTERIM: Readonly<Record<string, JobVerdict["type"]>> = { SuccessCriteriaMet: "Complete", FailureTarget: "Failed" };

const failedByPolicy = (job: Job, pods: readonly Pod[]): JobVerdict | undefined => {
  if (job.spec.podFailurePolicy === undefined) return undefined;
  for (const pod of pods) {
    const { action, message = "" } = pod.status?.phase === "Failed" ? judgeFailure(job, pod) : { action: "Count" };
    if (action === "FailJob") return failed("PodFailurePolicy", message);
  }
  return undefined;
};

const failedByLimits = (
  world: World,
  { spec }: Job,
  pods: readonly Pod[],
  tally: Tally,
  startTime: string | undefined,
): JobVerdict | undefined => {
  const restarts =
    spec.template.spec.restartPolicy === "OnFailure"
      ? pods.filter((pod) => !isPodTerminal(pod)).reduce((sum, pod) => sum + restartsOf(pod), 0)
      : 0;
  const limit = spec.backoffLimit ?? 6;
  if (tally.failed > limit || (restarts > 0 && restarts >= limit))
    return failed("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  const startedAtMs = parseTimestamp(startTime ?? "");
  const { activeDeadlineSeconds } = spec;
  if (
    spec.suspend !== true &&
    activeDeadlineSeconds !== undefined &&
    startedAtMs !== undefined &&
    world.nowMs() >= startedAtMs + activeDeadlineSeconds * 1000
  )
    return failed("DeadlineExceeded", "Job was active longer than specified deadline");
  return undefined;
};

const restartsOf = ({ status }: Pod): number =>
  [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].reduce((sum, { restartCount }) => sum + restartCount, 0);

const failedByIndexes = ({ spec }: Job, progress: IndexProgress): JobVerdict | undefined => {
  const lost = progress.failed?.size ?? 0;
  if (spec.maxFailedIndexes !== undefined && lost > spec.maxFailedIndexes)
    return failed("MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes");
  const isOver = lost > 0 && lost + progress.completed.size >= (spec.completions ?? 0);
  return isOver ? failed("FailedIndexes", "Job has failed indexes") : undefined;
};

const metSuccessPolicy = ({ spec }: Job, progress: IndexProgress): JobVerdict | undefined => {
  const met = (spec.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    const wanted = succeededIndexes === undefined ? undefined : parseIndexes(succeededIndexes);
    const done = wanted === undefined ? progress.completed : new Set([...wanted].filter((index) => progress.completed.has(index)));
    return done.size >= (succeededCount ?? wanted?.size ?? Number.POSITIVE_INFINITY);
  });
  return met === -1 ? undefined : { type: "Complete", reason: "SuccessPolicy", message: `Matched rules at index ${met}` };
};

const completed = ({ spec }: Job, { succeeded, active }: Tally): JobVerdict | undefined => {
  const isDone = spec.completions === undefined ? succeeded > 0 && active === 0 : succeeded >= spec.completions;
  return isDone ? { type: "Complete", reason: "CompletionsReached", message: "Reached expected number of succeeded pods" } : undefined;
};
