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
  failTurn,
  itself,
  splitKey,
} from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { ownedObjects } from "../../controller-runtime/owned-index.ts";
import { podFromTemplate } from "../../controller-runtime/pod-from-template.ts";
import { isPodActive, isPodReady, isPodTerminal } from "../../controller-runtime/pod-state.ts";
import { sayDeleted } from "../../controller-runtime/say-deleted.ts";
import { slowStart } from "../../controller-runtime/slow-start.ts";
import type { World } from "../../kernel/world.ts";
import { type Fresh, settleNumbers, takeUpEnded, tallyPods } from "./count-pods.ts";
import { forgetFailures, retryDueMs, TRACKING } from "./failures-in-a-row.ts";
import { type IndexProgress, indexedPod, pendingIndexes, progressOf } from "./index-progress.ts";
import { formatIndexes } from "./indexes.ts";
import { type JobVerdict, judgeJob, type Tally } from "./judge-job.ts";
import { releasePods } from "./release-pods.ts";

/** Runs pods until enough of them have succeeded or too many have failed. */
export const jobController: Controller = {
  name: "job",
  watches: { "jobs.batch": itself, pods: controllerOf("Job") },
  retry: { firstMs: 1000, lastMs: 60_000 },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const job = getObject<Job>(world, "jobs.batch", namespace, name);
    releaseOrphans(world, { namespace: namespace as string, name, isGone: job === undefined });
    if (job === undefined || (job.spec.managedBy ?? OWN_NAME) !== OWN_NAME) return;
    const pods = ownedObjects<Pod>(world, job.metadata.uid, "pods");
    if (job.metadata.deletionTimestamp !== undefined) return void releasePods(world, pods);
    if (isFinished(job)) {
      releasePods(world, pods);
      return expire(world, key, job);
    }
    advance(world, key, job, pods);
  },
};

/** True when a Job is complete or failed for good. */
export const isFinished = ({ status }: Job): boolean => isTrue(status?.conditions, "Complete") || isTrue(status?.conditions, "Failed");

const COMPONENT = "job-controller";

/** Name of this controller in `managedBy`; Jobs of another one are left to it. */
const OWN_NAME = "kubernetes.io/job-controller";

const advance = (world: World, key: string, job: Job, pods: readonly Pod[]): void => {
  const progress = progressOf(job, pods);
  const fresh = takeUpEnded(world, job, pods);
  const tally = tallyPods(job, pods, progress, fresh);
  const isSuspended = job.spec.suspend === true;
  // The clock of a deadline starts anew when a Job is resumed.
  const known = isTrue(job.status?.conditions, "Suspended") && !isSuspended ? undefined : job.status?.startTime;
  const startTime = known ?? (isSuspended ? undefined : toTimestamp(world.nowMs()));
  const base: JobStatus = {
    ...(job.status ?? {}),
    ...(startTime === undefined ? {} : { startTime }),
    failed: tally.failed - fresh.held.failed.length,
    succeeded: tally.succeeded - (progress === undefined ? fresh.held.succeeded.length : 0),
    ...(progress !== undefined && progress.completed.size > 0 && { completedIndexes: formatIndexes(progress.completed) }),
    ...(progress?.failed !== undefined && { failedIndexes: formatIndexes(progress.failed) }),
  };
  const verdict = judgeJob(world, job, pods, { tally, progress, startTime });
  if (verdict !== undefined) return finish(world, job, pods, { base, fresh, verdict });
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
    { pods, fresh },
  );
};

type JobStatus = NonNullable<Job["status"]>;

interface JobPlace {
  readonly namespace: string;
  readonly name: string;
  readonly isGone: boolean;
}

/** Removes the Job finalizer from pods whose Job is gone or has released them. */
const releaseOrphans = (world: World, { namespace, name, isGone }: JobPlace): void =>
  void releasePods(
    world,
    listObjects<Pod>(world, "pods", namespace).filter((pod) => {
      const owner = controllerRef(pod);
      if (pod.metadata.finalizers?.includes(TRACKING) !== true) return false;
      if (owner === undefined) return pod.metadata.labels?.["batch.kubernetes.io/job-name"] === name;
      return isGone && owner.kind === "Job" && owner.name === name;
    }),
  );

interface Ending {
  readonly base: JobStatus;
  readonly fresh: Fresh;
  readonly verdict: JobVerdict;
}

/** Ends what still runs; the Job is over once the last of its pods is, and counted. */
const finish = (world: World, job: Job, pods: readonly Pod[], { base, fresh, verdict }: Ending): void => {
  const client = clientFor(world, "job-controller");
  const { type, reason, message } = verdict;
  const isComplete = type === "Complete";
  const active = pods.filter(isPodActive);
  const lost = isComplete ? 0 : active.length;
  for (const pod of active) deletePod(world, job, pod);
  releasePods(world, ownedObjects<Pod>(world, job.metadata.uid, "pods"));
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
  const isCounted = fresh.held.succeeded.length + fresh.held.failed.length === 0;
  const isOver = isCounted && !left.some((pod) => pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod));
  const ended = isOver ? { conditions: [...noted, condition(type)], ...(isComplete && { completionTime: now }) } : { conditions: noted };
  const status = { ...base, failed: (base.failed ?? 0) + lost, ...ended, active: 0, ready: 0 };
  if (!writeStatus(world, job, status, { pods: left, fresh }) || !isOver) return;
  forgetFailures(world, job);
  client.event(
    job,
    isComplete
      ? { type: "Normal", reason: "Completed", message: "Job completed", component: COMPONENT }
      : { type: "Warning", reason, message, component: COMPONENT },
  );
};

/** Writes the status where it differs; false when it was refused. */
const writeStatus = (
  world: World,
  job: Job,
  status: JobStatus,
  { pods, fresh }: { readonly pods: readonly Pod[]; readonly fresh: Fresh },
): boolean => {
  const { active = 0, succeeded = 0, failed = 0, ready = 0, ...rest } = status;
  const terminating = pods.filter((pod) => pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod)).length;
  const next: JobStatus = {
    ...rest,
    ...(active === 0 ? {} : { active }),
    ...(succeeded === 0 ? {} : { succeeded }),
    ...(failed === 0 ? {} : { failed }),
    terminating,
    uncountedTerminatedPods: {
      ...(fresh.held.succeeded.length > 0 && { succeeded: fresh.held.succeeded }),
      ...(fresh.held.failed.length > 0 && { failed: fresh.held.failed }),
    },
    ready,
  };
  const isWritten =
    isSameJson(next, job.status ?? {}) || clientFor(world, "job-controller").updateStatus("jobs.batch", { ...job, status: next }).ok;
  settleNumbers(world, job, fresh, isWritten);
  return isWritten;
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
  if (failure !== undefined) failTurn(world);
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
    releasePods(world, [pod]);
    deletePod(world, job, pod);
  }
  return Math.min(count, pods.length);
};

const deletePod = (world: World, job: Job, { metadata }: Pod): void => {
  const client = clientFor(world, "job-controller");
  sayDeleted(client, job, metadata.name, { outcome: client.delete("pods", metadata.namespace, metadata.name), component: COMPONENT });
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
