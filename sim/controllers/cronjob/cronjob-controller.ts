import { isSameJson } from "#core/canonical-json.ts";
import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { CronJob, Job } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { isTrue } from "../../controller-runtime/conditions.ts";
import { type Controller, controllerOf, enqueueAfter, itself, ownerReferenceTo, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { ownedObjects } from "../../controller-runtime/owned-index.ts";
import type { World } from "../../kernel/world.ts";
import { isFinished } from "../job/job-controller.ts";
import { nextRunMs, parseSchedule } from "./schedule.ts";

/** Starts Jobs by the clock and clears away those that are done. */
export const cronJobController: Controller = {
  name: "cronjob",
  watches: { "cronjobs.batch": itself, "jobs.batch": controllerOf("CronJob") },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const cronJob = getObject<CronJob>(world, "cronjobs.batch", namespace, name);
    if (cronJob === undefined || cronJob.metadata.deletionTimestamp !== undefined) return;
    const jobs = ownedObjects<Job>(world, cronJob.metadata.uid, "jobs.batch");
    warnOfUnexpectedJobs(world, cronJob, jobs);
    clearHistory(world, cronJob, jobs);
    const settled = recordFinished(world, cronJob, jobs);
    if (cronJob.spec.suspend === true) return writeStatus(world, cronJob, settled);
    writeStatus(world, cronJob, runIfDue(world, key, cronJob, jobs, settled));
  },
};

const COMPONENT = "cronjob-controller";

type CronStatus = NonNullable<CronJob["status"]>;

/** Starts the latest run that is due, and plans the next check. */
const runIfDue = (world: World, key: string, cronJob: CronJob, jobs: readonly Job[], status: CronStatus): CronStatus => {
  const schedule = parseSchedule(cronJob.spec.schedule);
  if (schedule === undefined) {
    const message = `unparseable schedule: ${JSON.stringify(cronJob.spec.schedule)}`;
    clientFor(world, "cronjob-controller").event(cronJob, {
      type: "Warning",
      reason: "UnparseableSchedule",
      message,
      component: COMPONENT,
    });
    return status;
  }
  const lastMs = parseTimestamp(status.lastScheduleTime ?? cronJob.metadata.creationTimestamp ?? "") ?? world.nowMs();
  const { startingDeadlineSeconds, timeZone } = cronJob.spec;
  const sinceMs = startingDeadlineSeconds === undefined ? lastMs : Math.max(lastMs, world.nowMs() - startingDeadlineSeconds * 1000);
  let dueMs: number | undefined;
  let nextMs = nextRunMs(schedule, sinceMs, timeZone);
  for (let missed = 0; nextMs !== undefined && nextMs <= world.nowMs() && missed <= MISSED_MAX; missed++) {
    dueMs = nextMs;
    nextMs = nextRunMs(schedule, nextMs, timeZone);
  }
  if (nextMs !== undefined) enqueueAfter(world, "cronjob", key, nextMs - world.nowMs() + LAG_MS);
  return dueMs === undefined ? status : start(world, cronJob, jobs, status, dueMs);
};

const MISSED_MAX = 100;
const LAG_MS = 20;

const start = (world: World, cronJob: CronJob, jobs: readonly Job[], status: CronStatus, dueMs: number): CronStatus => {
  const client = clientFor(world, "cronjob-controller");
  const running = jobs.filter((job) => !isFinished(job));
  if (running.length > 0 && cronJob.spec.concurrencyPolicy === "Forbid") {
    const message = "Not starting job because prior execution is running and concurrency policy is Forbid";
    client.event(cronJob, { type: "Normal", reason: "JobAlreadyActive", message, component: COMPONENT });
    return status;
  }
  if (cronJob.spec.concurrencyPolicy === "Replace") for (const job of running) removeJob(world, cronJob, job);
  const created = client.create<Job>("jobs.batch", draftJob(cronJob, dueMs));
  if (!created.ok && created.error.reason === "AlreadyExists") return { ...status, lastScheduleTime: toTimestamp(dueMs) };
  if (!created.ok) {
    const message = `Error creating job: ${created.error.message}`;
    client.event(cronJob, { type: "Warning", reason: "FailedCreate", message, component: COMPONENT });
    // The run stays due, and is tried again.
    return status;
  }
  client.event(cronJob, {
    type: "Normal",
    reason: "SuccessfulCreate",
    message: `Created job ${created.value.metadata.name}`,
    component: COMPONENT,
  });
  return { ...status, active: [...(status.active ?? []), referenceTo(created.value)], lastScheduleTime: toTimestamp(dueMs) };
};

const draftJob = (cronJob: CronJob, dueMs: number): Job => {
  const { metadata, spec } = cronJob.spec.jobTemplate;
  const annotations = {
    ...(metadata?.["annotations"] as Readonly<Record<string, string>> | undefined),
    "batch.kubernetes.io/cronjob-scheduled-timestamp": toTimestamp(dueMs),
  };
  const labels = metadata?.["labels"] as Readonly<Record<string, string>> | undefined;
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      name: `${cronJob.metadata.name}-${Math.floor(dueMs / 60_000)}`,
      namespace: cronJob.metadata.namespace as string,
      annotations,
      ...(labels === undefined ? {} : { labels }),
      ownerReferences: [ownerReferenceTo(cronJob)],
    },
    spec,
  };
};

const referenceTo = ({ metadata }: Job) => ({
  apiVersion: "batch/v1",
  kind: "Job",
  name: metadata.name,
  namespace: metadata.namespace,
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
});

/** A Job that names the CronJob as its owner and that this controller did not start. */
const warnOfUnexpectedJobs = (world: World, cronJob: CronJob, jobs: readonly Job[]): void => {
  const active = (cronJob.status?.active ?? []) as readonly { readonly uid: string }[];
  for (const job of jobs) {
    if (isFinished(job) || active.some(({ uid }) => uid === job.metadata.uid)) continue;
    clientFor(world, "cronjob-controller").event(cronJob, {
      type: "Warning",
      reason: "UnexpectedJob",
      message: `Saw a job that the controller did not create or forgot: ${job.metadata.name}`,
      component: COMPONENT,
    });
  }
};

/** Removes finished Jobs from the list of active ones, and records the last success; a deleted Job was not seen to finish. */
const recordFinished = (world: World, cronJob: CronJob, jobs: readonly Job[]): CronStatus => {
  const client = clientFor(world, "cronjob-controller");
  const say = (reason: string, message: string): void => client.event(cronJob, { type: "Normal", reason, message, component: COMPONENT });
  let status: CronStatus = cronJob.status ?? {};
  const listed = (status.active ?? []) as readonly { readonly name: string; readonly uid: string }[];
  for (const job of jobs.filter(isFinished)) {
    const outcome = isTrue(job.status?.conditions, "Complete") ? "Complete" : "Failed";
    if (listed.some(({ uid }) => uid === job.metadata.uid))
      say("SawCompletedJob", `Saw completed job: ${job.metadata.name}, condition: ${outcome}`);
    const { completionTime } = job.status ?? {};
    if (outcome === "Complete" && completionTime !== undefined && completionTime > (status.lastSuccessfulTime ?? ""))
      status = { ...status, lastSuccessfulTime: completionTime };
  }
  const active = listed.filter(({ name, uid }) => {
    const job = jobs.find(({ metadata }) => metadata.uid === uid);
    if (job === undefined) say("MissingJob", `Active job went missing: ${name}`);
    return job !== undefined && !isFinished(job);
  });
  return active.length === listed.length ? status : { ...status, active };
};

const clearHistory = (world: World, cronJob: CronJob, jobs: readonly Job[]): void => {
  const limits = [
    ["Complete", cronJob.spec.successfulJobsHistoryLimit ?? 3],
    ["Failed", cronJob.spec.failedJobsHistoryLimit ?? 1],
  ] as const;
  for (const [condition, limit] of limits) {
    const done = jobs
      .filter(({ status }) => isTrue(status?.conditions, condition))
      .sort((a, b) => ((a.status?.startTime ?? "") < (b.status?.startTime ?? "") ? -1 : 1));
    for (const job of done.slice(0, Math.max(0, done.length - limit))) removeJob(world, cronJob, job);
  }
};

const removeJob = (world: World, cronJob: CronJob, { metadata }: Job): void => {
  if (metadata.deletionTimestamp !== undefined) return;
  const client = clientFor(world, "cronjob-controller");
  const gone = client.delete("jobs.batch", metadata.namespace, metadata.name, { propagationPolicy: "Background" });
  client.event(cronJob, {
    type: gone.ok ? "Normal" : "Warning",
    reason: gone.ok ? "SuccessfulDelete" : "FailedDelete",
    message: gone.ok ? `Deleted job ${metadata.name}` : `Deleted job: ${gone.error.message}`,
    component: COMPONENT,
  });
};

const writeStatus = (world: World, cronJob: CronJob, { active = [], ...rest }: CronStatus): void => {
  const status: CronStatus = active.length === 0 ? rest : { active, ...rest };
  if (!isSameJson(status, cronJob.status ?? {}))
    clientFor(world, "cronjob-controller").updateStatus("cronjobs.batch", { ...cronJob, status });
};
