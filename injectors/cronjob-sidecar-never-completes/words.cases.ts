import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "cronjob/usage-report",
  params: { target: "cronjob/usage-report", sidecar: "log-shipper" },
  resources: ["cj/usage-report", "cronjobs/usage-report", "cronjobs.batch/usage-report", "cronjob/hotel-reservation/usage-report"],
  otherResources: ["cronjob/audit-export", "deployment/frontend"],
  texts: [
    "cronjob/usage-report: its sidecar never ends, so its Jobs never complete.",
    "The sidecar of CronJob usage-report never exits and keeps the Job from completing.",
    "In cronjob/usage-report the log-shipper sidecar is an ordinary container rather than a native sidecar.",
    "The log-shipper sidecar in cronjob usage-report does not terminate, so the Job stays active forever.",
    "CronJob usage-report is blocked: the job is stuck because the sidecar never finishes.",
    "A logging sidecar prevents the runs of cronjob/usage-report from completing.",
    "The sidecar container in the CronJob usage-report keeps its pods running.",
    "cronjob/usage-report has a plain sidecar that blocks the job.",
    "The Jobs of cronjob usage-report hang since the sidecar doesn't exit when the task is done.",
    "cronjob/usage-report declares log-shipper as a regular container, so the sidecar won't stop and the run never completes.",
    "The CronJob usage-report can't start new runs; the previous one is held open by a sidecar that never exits.",
    "The sidecar was moved into the main containers of cronjob/usage-report and it never completes.",
    "cronjob-sidecar-never-completes on cronjob/usage-report",
  ],
  types: [
    "sidecar-blocks-job",
    "sidecar blocks job",
    "cronjob-sidecar-never-completes",
    "sidecar never exits",
    "sidecar keeps job running",
    "sidecar never completes",
    "sidecar prevents job completion",
    "sidecar does not terminate",
  ],
} satisfies FaultTexts;
