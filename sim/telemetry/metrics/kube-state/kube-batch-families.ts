import type { CronJob, HorizontalPodAutoscaler, Job } from "#kube/types/workloads.ts";
import type { ObjectFamily, ObjectRow } from "../metric-family.ts";
import { conditions, flag, gauges, labelsOf } from "./kube-family-rows.ts";
import { secondsOf } from "./kube-pod-families.ts";

const jobCondition =
  (type: string) =>
  ({ status }: Job): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === "True") ?? false;

const jobOutcome = (name: string, help: string, type: string): ObjectFamily<Job> => ({
  name,
  type: "gauge",
  help,
  resource: "jobs.batch",
  rows: (job) =>
    jobCondition(type)(job)
      ? ["true", "false", "unknown"].map(
          (value): ObjectRow => [{ ...labelsOf(job, "job_name"), condition: value }, value === "true" ? 1 : 0],
        )
      : [],
});

const jobs: readonly ObjectFamily<Job>[] = [
  ...gauges<Job>("jobs.batch", "job_name", [
    ["kube_job_created", "Unix creation timestamp", ({ metadata }) => secondsOf(metadata.creationTimestamp)],
    [
      "kube_job_spec_completions",
      "The desired number of successfully finished pods the job should be run with.",
      ({ spec }) => spec.completions,
    ],
    [
      "kube_job_spec_parallelism",
      "The maximum desired number of pods the job should run at any given time.",
      ({ spec }) => spec.parallelism ?? 1,
    ],
    ["kube_job_status_active", "The number of actively running pods.", ({ status }) => status?.active ?? 0],
    ["kube_job_status_succeeded", "The number of pods which reached Phase Succeeded.", ({ status }) => status?.succeeded ?? 0],
    [
      "kube_job_status_failed",
      "The number of pods which reached Phase Failed and the reason for failure.",
      ({ status }) => status?.failed ?? 0,
    ],
    [
      "kube_job_status_start_time",
      "StartTime represents time when the job was acknowledged by the Job Manager.",
      ({ status }) => secondsOf(status?.startTime),
    ],
    [
      "kube_job_status_completion_time",
      "CompletionTime represents time when the job was completed.",
      ({ status }) => secondsOf(status?.completionTime),
    ],
  ]),
  jobOutcome("kube_job_complete", "The job has completed its execution.", "Complete"),
  jobOutcome("kube_job_failed", "The job has failed its execution.", "Failed"),
];

const cronJobs = gauges<CronJob>("cronjobs.batch", "cronjob", [
  ["kube_cronjob_created", "Unix creation timestamp", ({ metadata }) => secondsOf(metadata.creationTimestamp)],
  ["kube_cronjob_spec_suspend", "Suspend flag tells the controller to suspend subsequent executions.", ({ spec }) => flag(spec.suspend)],
  ["kube_cronjob_status_active", "Active holds pointers to currently running jobs.", ({ status }) => status?.active?.length ?? 0],
  [
    "kube_cronjob_status_last_schedule_time",
    "LastScheduleTime keeps information of when was the last time the job was successfully scheduled.",
    ({ status }) => secondsOf(status?.lastScheduleTime),
  ],
]);

const autoscalers: readonly ObjectFamily<HorizontalPodAutoscaler>[] = [
  ...gauges<HorizontalPodAutoscaler>("horizontalpodautoscalers.autoscaling", "horizontalpodautoscaler", [
    [
      "kube_horizontalpodautoscaler_spec_min_replicas",
      "Lower limit for the number of pods that can be set by the autoscaler, default 1.",
      ({ spec }) => spec.minReplicas ?? 1,
    ],
    [
      "kube_horizontalpodautoscaler_spec_max_replicas",
      "Upper limit for the number of pods that can be set by the autoscaler; cannot be smaller than MinReplicas.",
      ({ spec }) => spec.maxReplicas,
    ],
    [
      "kube_horizontalpodautoscaler_status_current_replicas",
      "Current number of replicas of pods managed by this autoscaler.",
      ({ status }) => status?.currentReplicas ?? 0,
    ],
    [
      "kube_horizontalpodautoscaler_status_desired_replicas",
      "Desired number of replicas of pods managed by this autoscaler.",
      ({ status }) => status?.desiredReplicas ?? 0,
    ],
  ]),
  conditions<HorizontalPodAutoscaler>(
    "kube_horizontalpodautoscaler_status_condition",
    "horizontalpodautoscalers.autoscaling",
    "horizontalpodautoscaler",
    ({ status }) => status?.conditions,
  ),
];

/** Metrics of jobs and autoscalers. */
export const KUBE_BATCH_FAMILIES: readonly ObjectFamily<never>[] = [
  ...jobs,
  ...cronJobs,
  ...autoscalers,
] as unknown as readonly ObjectFamily<never>[];
