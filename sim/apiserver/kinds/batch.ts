import type { KubeObject } from "#kube/types/meta.ts";
import type { CronJob, Job } from "#kube/types/workloads.ts";
import { type FieldError, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { validatePodTemplate } from "../validation/pod-spec.ts";
import { atLeastZero, immutable } from "./workloads.ts";

const jobKind = defineKind<Job>({
  hasGeneration: true,
  hasStatus: true,
  defaultPropagation: "Orphan",
  fields: { "status.successful": ({ status }) => `${status?.succeeded ?? 0}` },
  prepareCreate: (job) => (job.spec.manualSelector === true ? job : withGeneratedSelector(job)),
  validate: ({ spec }, errors) => validateJobSpec(spec, "spec", errors),
  validateUpdate: ({ spec }, old, errors) => {
    immutable(spec.completions, old.spec.completions, "spec.completions", errors);
    immutable(spec.selector, old.spec.selector, "spec.selector", errors);
    immutable(spec.template, old.spec.template, "spec.template", errors);
    immutable(spec.completionMode, old.spec.completionMode, "spec.completionMode", errors);
  },
});

const cronJobKind = defineKind<CronJob>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ metadata, spec }, errors) => {
    if (!spec.schedule) errors.push(required("spec.schedule"));
    else {
      const problem = scheduleProblem(spec.schedule);
      if (problem !== undefined) errors.push(invalidValue("spec.schedule", spec.schedule, problem));
    }
    atLeastZero(spec.startingDeadlineSeconds, "spec.startingDeadlineSeconds", errors);
    const policies = ["Allow", "Forbid", "Replace"];
    if (!policies.includes(spec.concurrencyPolicy ?? ""))
      errors.push(unsupported("spec.concurrencyPolicy", spec.concurrencyPolicy, policies));
    validateJobSpec(spec.jobTemplate.spec, "spec.jobTemplate.spec", errors);
    atLeastZero(spec.successfulJobsHistoryLimit, "spec.successfulJobsHistoryLimit", errors);
    atLeastZero(spec.failedJobsHistoryLimit, "spec.failedJobsHistoryLimit", errors);
    if (metadata.name.length > 52) errors.push(invalidValue("metadata.name", metadata.name, "must be no more than 52 characters"));
  },
});

/** A job's pods are told apart by the job's uid, so that two jobs never share any. */
const withGeneratedSelector = (job: Job): Job => {
  const { uid = "", name } = job.metadata;
  const { template } = job.spec;
  const labels = {
    ...template.metadata?.labels,
    "controller-uid": uid,
    "job-name": name,
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
  };
  const spec = {
    ...job.spec,
    selector: { matchLabels: { "batch.kubernetes.io/controller-uid": uid } },
    template: { ...template, metadata: { ...template.metadata, labels } },
  };
  return { ...job, metadata: { ...job.metadata, labels: job.metadata.labels ?? labels }, spec };
};

const validateJobSpec = (spec: Job["spec"], path: string, errors: FieldError[]): void => {
  atLeastZero(spec.parallelism, `${path}.parallelism`, errors);
  atLeastZero(spec.completions, `${path}.completions`, errors);
  atLeastZero(spec.activeDeadlineSeconds, `${path}.activeDeadlineSeconds`, errors);
  atLeastZero(spec.backoffLimit, `${path}.backoffLimit`, errors);
  atLeastZero(spec.ttlSecondsAfterFinished, `${path}.ttlSecondsAfterFinished`, errors);
  const modes = ["Indexed", "NonIndexed"];
  if (!modes.includes(spec.completionMode ?? "NonIndexed")) errors.push(unsupported(`${path}.completionMode`, spec.completionMode, modes));
  validatePodTemplate(spec.template, `${path}.template`, errors);
  const policy = spec.template.spec.restartPolicy;
  if (policy === "Always") errors.push(required(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"'));
};

const FIELDS: readonly (readonly [string, number, number])[] = [
  ["minute", 0, 59],
  ["hour", 0, 23],
  ["dom", 1, 31],
  ["month", 1, 12],
  ["dow", 0, 6],
];

const scheduleProblem = (schedule: string): string | undefined => {
  if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every \d+[smh])$/.test(schedule)) return undefined;
  if (schedule.startsWith("@")) return `unrecognized descriptor: ${schedule}`;
  const parts = schedule.split(/\s+/).filter((part) => part !== "");
  if (parts.length !== 5) return `expected exactly 5 fields, found ${parts.length}: [${parts.join(" ")}]`;
  for (const [i, part] of parts.entries()) {
    const [, min, max] = FIELDS[i] as (typeof FIELDS)[number];
    for (const piece of part.split(",")) {
      const problem = cronPieceProblem(piece, min, max);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
};

const cronPieceProblem = (piece: string, min: number, max: number): string | undefined => {
  const match = /^(\*|\?|[a-zA-Z0-9]+)(?:-([a-zA-Z0-9]+))?(?:\/(\d+))?$/.exec(piece);
  if (match === null) return `failed to parse int from ${piece}: strconv.Atoi: parsing ${JSON.stringify(piece)}: invalid syntax`;
  const [, from = "*", to = from] = match;
  if (from === "*" || from === "?") return undefined;
  const numbers = [from, to].map((text) => CRON_NAMES[text.toLowerCase()] ?? Number(text));
  const bad = [from, to].find((_text, i) => Number.isNaN(numbers[i]));
  if (bad !== undefined) return `failed to parse int from ${bad}: strconv.Atoi: parsing ${JSON.stringify(bad)}: invalid syntax`;
  const [low = 0, high = 0] = numbers;
  if (low < min) return `beginning of range (${low}) below minimum (${min}): ${piece}`;
  if (high > max) return `end of range (${high}) above maximum (${max}): ${piece}`;
  return low > high ? `beginning of range (${low}) beyond end of range (${high}): ${piece}` : undefined;
};

const CRON_NAMES: Readonly<Record<string, number>> = Object.fromEntries([
  ...["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].map((name, i) => [name, i + 1] as const),
  ...["sun", "mon", "tue", "wed", "thu", "fri", "sat"].map((name, i) => [name, i] as const),
]);

/** Work that ends, and what starts it by the clock. */
export const batchKinds = {
  "jobs.batch": jobKind,
  "cronjobs.batch": cronJobKind,
  "controllerrevisions.apps": defineKind<KubeObject>({}),
};
