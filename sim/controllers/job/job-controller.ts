import { isSameJson } from "#core/canonical-json.ts";
import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { isTrue } from "../../controller-runtime/conditions.ts";
import {
  type Controller,
  controllerOf,
  controllerRef,
  enqueueAfter,
  enqueueAfterFailure,
  itself,
  splitKey,
} from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { ownedObjects } from "../../controller-runtime/owned-index.ts";
import { podFromTemplate } from "../../controller-runtime/pod-from-template.ts";
import { isPodActive, isPodReady, isPodTerminal } from "../../controller-runtime/pod-state.ts";
import { slowStart } from "../../controller-runtime/slow-start.ts";
import type { World } from "../../kernel/world.ts";
import { judgeFailure } from "./failure-policy.ts";
import { forgetFailures, hasFailed, recordFailures, retryDueMs, TRACKING } from "./failures-in-a-row.ts";
import { type IndexProgress, indexedPod, pendingIndexes, progressOf } from "./index-progress.ts";
import { formatIndexes } from "./indexes.ts";
import { type JobVerdict, judgeJob, type Tally } from "./judge-job.ts";

/** Runs pods until enough of them have succeeded or too many have failed. */
export const jobController: Controller = {
  name: "job",
  watches: { "jobs.batch": itself, pods: controllerOf("Job") },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const job = getObject<Job>(world, "jobs.batch", namespace, name);
    releaseOrphans(world, { namespace: namespace as string, name, isGone: job === undefined });
    if (job === undefined) return;
    const pods = ownedObjects<Pod>(world, job.metadata.uid, "pods");
    if (job.metadata.deletionTimestamp !== undefined) return void releaseAll(world, pods);
    if (isFinished(job)) {
      releaseAll(world, pods);
      return expire(world, key, job);
    }
    advance(world, key, job, pods);
  },
};

/** True when a Job is complete or failed for good. */
export const isFinished = ({ status }: Job): boolean => isTrue(status?.conditions, "Complete") || isTrue(status?.conditions, "Failed");

const COMPONENT = "job-controller";

const advance = (world: World, key: string, job: Job, pods: readonly Pod[]): void => {
  const progress = progressOf(job, pods);
  const tally = countPods(job, pods, progress);
  recordFailures(world, job, pods);
  releaseAll(
    world,
    pods.filter((pod) => pod.status?.phase === "Succeeded" || hasFailed(job, pod)),
  );
  const isSuspended = job.spec.suspend === true;
  // The clock of a deadline starts anew when a Job is resumed.
  const known = isTrue(job.status?.conditions, "Suspended") && !isSuspended ? undefined : job.status?.startTime;
  const startTime = known ?? (isSuspended ? undefined : toTimestamp(world.nowMs()));
  const base: JobStatus = {
    ...(job.status ?? {}),
    ...(startTime === undefined ? {} : { startTime }),
    failed: tally.failed,
    succeeded: tally.succeeded,
    ...(progress !== undefined && progress.completed.size > 0 && { completedIndexes: formatIndexes(progress.completed) }),
    ...(progress?.failed !== undefined && { failedIndexes: formatIndexes(progress.failed) }),
  };
  const verdict = judgeJob(world, job, pods, { tally, progress, startTime });
  if (verdict !== undefined) return finish(world, job, pods, base, verdict);
  if (!isSuspended) requeueAtDeadline(world, key, job);
  const created = isSuspended ? suspend(world, job, pods) : balance(world, key, job, pods, { tally, progress });
  const active = tally.active + created;
  const conditions = suspendConditions(world, job);
  writeStatus(
    world,
    job,
    {
      ...base,
      active,
      ready: pods.filter((pod) => isPodActive(pod) && isPodReady(pod)).length,
      ...(conditions === undefined ? {} : { conditions }),
    },
    pods,
  );
};

type JobStatus = NonNullable<Job["status"]>;

/** Counts finished pods once: existing ones by their finalizer, the others by the status. */
const countPods = (job: Job, pods: readonly Pod[], progress: IndexProgress | undefined): Tally => {
  const isUncounted = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(TRACKING) === true;
  const fresh = (isMeant: (pod: Pod) => boolean): number => pods.filter((pod) => isUncounted(pod) && isMeant(pod)).length;
  return {
    active: pods.filter(isPodActive).length,
    succeeded: progress?.completed.size ?? (job.status?.succeeded ?? 0) + fresh(({ status }) => status?.phase === "Succeeded"),
    failed: (job.status?.failed ?? 0) + fresh((pod) => hasFailed(job, pod) && judgeFailure(job, pod).action !== "Ignore"),
  };
};

const releaseAll = (world: World, pods: readonly Pod[]): void => {
  for (const pod of pods) {
    const { finalizers = [] } = pod.metadata;
    if (finalizers.includes(TRACKING))
      clientFor(world, "job-controller").update<Pod>("pods", {
        ...pod,
        metadata: { ...pod.metadata, finalizers: finalizers.filter((name) => name !== TRACKING) },
      });
  }
};

interface JobPlace {
  readonly namespace: string;
  readonly name: string;
  readonly isGone: boolean;
}

/** Removes the Job finalizer from pods whose Job is gone or has released them. */
const releaseOrphans = (world: World, { namespace, name, isGone }: JobPlace): void =>
  releaseAll(
    world,
    listObjects<Pod>(world, "pods", namespace).filter((pod) => {
      const owner = controllerRef(pod);
      if (pod.metadata.finalizers?.includes(TRACKING) !== true) return false;
      if (owner === undefined) return pod.metadata.labels?.["batch.kubernetes.io/job-name"] === name;
      return isGone && owner.kind === "Job" && owner.name === name;
    }),
  );

/** Ends what still runs; the Job is over once the last of its pods is. */
const finish = (world: World, job: Job, pods: readonly Pod[], base: JobStatus, verdict: JobVerdict): void => {
  const client = clientFor(world, "job-controller");
  const { type, reason, message } = verdict;
  const isComplete = type === "Complete";
  const active = pods.filter(isPodActive);
  const lost = isComplete ? 0 : active.length;
  for (const pod of active) deletePod(world, job, pod);
  releaseAll(world, ownedObjects<Pod>(world, job.metadata.uid, "pods"));
  const now = toTimestamp(world.nowMs());
  const condition = (conditionType: string): Condition => ({
    type: conditionType,
    status: "True",
    lastProbeTime: now,
    lastTransitionTime: now,
    reason,
    message,
  });
  const interim = isComplete ? "SuccessCriteriaMet" : "FailureTarget";
  const noted = isTrue(base.conditions, interim) ? (base.conditions ?? []) : [...(base.conditions ?? []), condition(interim)];
  const left = ownedObjects<Pod>(world, job.metadata.uid, "pods");
  const isOver = !left.some((pod) => pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod));
  const ended = isOver ? { conditions: [...noted, condition(type)], ...(isComplete && { completionTime: now }) } : { conditions: noted };
  writeStatus(world, job, { ...base, failed: (base.failed ?? 0) + lost, ...ended, active: 0, ready: 0 }, left);
  if (!isOver) return;
  forgetFailures(world, job);
  client.event(
    job,
    isComplete
      ? { type: "Normal", reason: "Completed", message: "Job completed", component: COMPONENT }
      : { type: "Warning", reason, message, component: COMPONENT },
  );
};

const writeStatus = (world: World, job: Job, status: JobStatus, pods: readonly Pod[]): void => {
  const { active = 0, succeeded = 0, failed = 0, ready = 0, ...rest } = status;
  const terminating = pods.filter((pod) => pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod)).length;
  const next: JobStatus = {
    ...rest,
    ...(active === 0 ? {} : { active }),
    ...(succeeded === 0 ? {} : { succeeded }),
    ...(failed === 0 ? {} : { failed }),
    terminating,
    uncountedTerminatedPods: {},
    ready,
  };
  if (!isSameJson(next, job.status ?? {})) clientFor(world, "job-controller").updateStatus("jobs.batch", { ...job, status: next });
};

/** Makes or deletes pods so that as many run as may; after failures only once the delay is over. Gives the change of their number. */
const balance = (
  world: World,
  key: string,
  job: Job,
  pods: readonly Pod[],
  { tally, progress }: { readonly tally: Tally; readonly progress: IndexProgress | undefined },
): number => {
  const { active, succeeded } = tally;
  const parallelism = job.spec.parallelism ?? 1;
  const settled = succeeded + (progress?.failed?.size ?? 0);
  const left = job.spec.completions === undefined ? (succeeded > 0 ? active : parallelism) : job.spec.completions - settled;
  const missing = Math.min(parallelism, left) - active;
  if (missing < 0) return -deleteSurplus(world, job, pods.filter(isPodActive), -missing);
  if (missing === 0) return 0;
  const dueMs = retryDueMs(world, job);
  if (dueMs > world.nowMs()) {
    enqueueAfter(world, "job", key, dueMs - world.nowMs());
    return 0;
  }
  let created = 0;
  const indexes = progress === undefined ? undefined : pendingIndexes(job, pods, progress);
  const failure = slowStart(Math.min(missing, indexes?.length ?? missing, PODS_PER_SYNC_MAX), () => {
    const problem = createPod(world, job, pods, indexes?.[created]);
    if (problem === undefined) created += 1;
    return problem;
  });
  if (failure !== undefined) enqueueAfterFailure(world, "job", key);
  return created;
};

/** Pods made in one go; what they change brings the controller back for more. */
const PODS_PER_SYNC_MAX = 100;

const createPod = (world: World, job: Job, pods: readonly Pod[], index: number | undefined): string | undefined => {
  const client = clientFor(world, "job-controller");
  const extras = { finalizers: [TRACKING] };
  const pod = index === undefined ? podFromTemplate(job, job.spec.template, extras) : indexedPod(job, pods, index, extras);
  const result = client.create<Pod>("pods", pod);
  const event = result.ok
    ? ({ type: "Normal", reason: "SuccessfulCreate", message: `Created pod: ${result.value.metadata.name}` } as const)
    : ({ type: "Warning", reason: "FailedCreate", message: `Error creating: ${result.error.message}` } as const);
  client.event(job, { ...event, component: COMPONENT });
  return result.ok ? undefined : (result.error.message ?? "");
};

/** Deletes surplus pods; their finalizer is removed first, so that they do not count as failed. */
const deleteSurplus = (world: World, job: Job, pods: readonly Pod[], count: number): number => {
  for (const pod of pods.slice(0, count)) {
    releaseAll(world, [pod]);
    deletePod(world, job, pod);
  }
  return Math.min(count, pods.length);
};

const deletePod = (world: World, job: Job, { metadata }: Pod): void => {
  const client = clientFor(world, "job-controller");
  client.delete("pods", metadata.namespace, metadata.name);
  client.event(job, { type: "Normal", reason: "SuccessfulDelete", message: `Deleted pod: ${metadata.name}`, component: COMPONENT });
};

const suspend = (world: World, job: Job, pods: readonly Pod[]): number => -deleteSurplus(world, job, pods.filter(isPodActive), pods.length);

const suspendConditions = (world: World, job: Job): readonly Condition[] | undefined => {
  const { spec, status } = job;
  const conditions = status?.conditions;
  const isNoted = isTrue(conditions, "Suspended");
  if ((spec.suspend === true) === isNoted) return conditions;
  const now = toTimestamp(world.nowMs());
  const [reason, message] = isNoted ? ["JobResumed", "Job resumed"] : ["JobSuspended", "Job suspended"];
  clientFor(world, "job-controller").event(job, {
    type: "Normal",
    reason: isNoted ? "Resumed" : "Suspended",
    message,
    component: COMPONENT,
  });
  const next: Condition = {
    type: "Suspended",
    status: isNoted ? "False" : "True",
    lastProbeTime: now,
    lastTransitionTime: now,
    reason,
    message,
  };
  const isKnown = conditions?.some(({ type }) => type === "Suspended") === true;
  return isKnown ? conditions?.map((condition) => (condition.type === "Suspended" ? next : condition)) : [...(conditions ?? []), next];
};

const requeueAtDeadline = (world: World, key: string, { spec, status }: Job): void => {
  if (spec.activeDeadlineSeconds === undefined) return;
  const startedAtMs = parseTimestamp(status?.startTime ?? "") ?? world.nowMs();
  enqueueAfter(world, "job", key, startedAtMs + spec.activeDeadlineSeconds * 1000 - world.nowMs());
};

/** Deletes a finished Job after its time to live. */
const expire = (world: World, key: string, { metadata, spec, status }: Job): void => {
  if (spec.ttlSecondsAfterFinished === undefined) return;
  const finishedAt = status?.conditions?.find(({ type }) => type === "Complete" || type === "Failed")?.lastTransitionTime;
  const dueMs = (parseTimestamp(finishedAt ?? "") ?? world.nowMs()) + spec.ttlSecondsAfterFinished * 1000;
  if (dueMs > world.nowMs()) enqueueAfter(world, "job", key, dueMs - world.nowMs());
  else clientFor(world, "job-controller").delete("jobs.batch", metadata.namespace, metadata.name, { propagationPolicy: "Foreground" });
};
