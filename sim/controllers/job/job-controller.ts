import { isSameJson } from "#core/canonical-json.ts";
import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store.ts";
import type { World } from "../../kernel/world.ts";
import { isTrue } from "../frame/conditions.ts";
import { type Controller, controllerOf, enqueueAfter, enqueueAfterFailure, itself, splitKey } from "../frame/controller.ts";
import { clientFor } from "../frame/identity.ts";
import { ownedObjects } from "../frame/owned-index.ts";
import { podFromTemplate } from "../frame/pod-from-template.ts";
import { isPodActive, isPodReady, isPodTerminal } from "../frame/pod-state.ts";
import { slowStart } from "../frame/slow-start.ts";
import { judgeFailure } from "./failure-policy.ts";
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

const TRACKING = "batch.kubernetes.io/job-tracking";
const COMPONENT = "job-controller";
const RETRY_MIN_MS = 10_000;
const RETRY_MAX_MS = 600_000;

const advance = (world: World, key: string, job: Job, pods: readonly Pod[]): void => {
  const progress = progressOf(job, pods);
  const tally = countPods(job, pods, progress);
  releaseAll(world, pods.filter(isPodTerminal));
  const startTime = job.status?.startTime ?? (job.spec.suspend === true ? undefined : toTimestamp(world.nowMs()));
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
  const created = job.spec.suspend === true ? suspend(world, job, pods) : balance(world, key, job, pods, { tally, progress });
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

/** Pods that ended are counted once: those still there by their finalizer, the others by the status. */
const countPods = (job: Job, pods: readonly Pod[], progress: IndexProgress | undefined): Tally => {
  const isUncounted = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(TRACKING) === true;
  const isIgnored = (pod: Pod): boolean => pod.status?.phase === "Failed" && judgeFailure(job, pod).action === "Ignore";
  const fresh = (phase: string): number => pods.filter((pod) => pod.status?.phase === phase && isUncounted(pod) && !isIgnored(pod)).length;
  return {
    active: pods.filter(isPodActive).length,
    succeeded: progress?.completed.size ?? (job.status?.succeeded ?? 0) + fresh("Succeeded"),
    failed: (job.status?.failed ?? 0) + fresh("Failed"),
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

const finish = (world: World, job: Job, pods: readonly Pod[], base: JobStatus, { type, reason, message }: JobVerdict): void => {
  const client = clientFor(world, "job-controller");
  for (const { metadata } of pods.filter(isPodActive)) client.delete("pods", metadata.namespace, metadata.name);
  releaseAll(world, pods);
  const now = toTimestamp(world.nowMs());
  const condition = (conditionType: string): Condition => ({
    type: conditionType,
    status: "True",
    lastProbeTime: now,
    lastTransitionTime: now,
    reason,
    message,
  });
  const isComplete = type === "Complete";
  const conditions = [...(base.conditions ?? []), condition(isComplete ? "SuccessCriteriaMet" : "FailureTarget"), condition(type)];
  writeStatus(world, job, { ...base, conditions, active: 0, ready: 0, ...(isComplete ? { completionTime: now } : {}) }, []);
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
  const { active, succeeded, failed } = tally;
  const parallelism = job.spec.parallelism ?? 1;
  const settled = succeeded + (progress?.failed?.size ?? 0);
  const left = job.spec.completions === undefined ? (succeeded > 0 ? active : parallelism) : job.spec.completions - settled;
  const missing = Math.min(parallelism, left) - active;
  if (missing < 0) return -deleteSurplus(world, job, pods.filter(isPodActive), -missing);
  if (missing === 0) return 0;
  const dueMs = retryDueMs(pods, failed);
  if (dueMs > world.nowMs()) {
    enqueueAfter(world, "job", key, dueMs - world.nowMs());
    return 0;
  }
  let created = 0;
  const indexes = progress === undefined ? undefined : pendingIndexes(job, pods, progress);
  const failure = slowStart(Math.min(missing, indexes?.length ?? missing), () => {
    const problem = createPod(world, job, pods, indexes?.[created]);
    if (problem === undefined) created += 1;
    return problem;
  });
  if (failure !== undefined) enqueueAfterFailure(world, "job", key);
  comeBackAtDeadline(world, key, job);
  return created;
};

/** 10 s after the first failure, doubled at each further one. */
const retryDueMs = (pods: readonly Pod[], failed: number): number => {
  const ends = pods.filter(({ status }) => status?.phase === "Failed").map(endedAtMs);
  return failed === 0 || ends.length === 0 ? 0 : Math.max(...ends) + Math.min(RETRY_MIN_MS * 2 ** (failed - 1), RETRY_MAX_MS);
};

const endedAtMs = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ state }) => parseTimestamp(state?.terminated?.finishedAt ?? "") ?? 0));

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

const deleteSurplus = (world: World, job: Job, pods: readonly Pod[], count: number): number => {
  const client = clientFor(world, "job-controller");
  for (const { metadata } of pods.slice(0, count)) {
    client.delete("pods", metadata.namespace, metadata.name);
    client.event(job, { type: "Normal", reason: "SuccessfulDelete", message: `Deleted pod: ${metadata.name}`, component: COMPONENT });
  }
  return Math.min(count, pods.length);
};

const suspend = (world: World, job: Job, pods: readonly Pod[]): number => -deleteSurplus(world, job, pods.filter(isPodActive), pods.length);

const suspendConditions = (world: World, { spec, status }: Job): readonly Condition[] | undefined => {
  const conditions = status?.conditions;
  const isNoted = isTrue(conditions, "Suspended");
  if ((spec.suspend === true) === isNoted) return conditions;
  const now = toTimestamp(world.nowMs());
  const next: Condition = isNoted
    ? { type: "Suspended", status: "False", lastProbeTime: now, lastTransitionTime: now, reason: "JobResumed", message: "Job resumed" }
    : { type: "Suspended", status: "True", lastProbeTime: now, lastTransitionTime: now, reason: "JobSuspended", message: "Job suspended" };
  return [...(conditions ?? []).filter(({ type }) => type !== "Suspended"), next];
};

const comeBackAtDeadline = (world: World, key: string, { spec, status }: Job): void => {
  if (spec.activeDeadlineSeconds === undefined) return;
  const startedAtMs = parseTimestamp(status?.startTime ?? "") ?? world.nowMs();
  enqueueAfter(world, "job", key, startedAtMs + spec.activeDeadlineSeconds * 1000 - world.nowMs() + 1000);
};

/** A finished Job with a time to live is deleted when that is over. */
const expire = (world: World, key: string, { metadata, spec, status }: Job): void => {
  if (spec.ttlSecondsAfterFinished === undefined) return;
  const finishedAt = status?.conditions?.find(({ type }) => type === "Complete" || type === "Failed")?.lastTransitionTime;
  const dueMs = (parseTimestamp(finishedAt ?? "") ?? world.nowMs()) + spec.ttlSecondsAfterFinished * 1000;
  if (dueMs > world.nowMs()) enqueueAfter(world, "job", key, dueMs - world.nowMs());
  else clientFor(world, "job-controller").delete("jobs.batch", metadata.namespace, metadata.name, { propagationPolicy: "Foreground" });
};
