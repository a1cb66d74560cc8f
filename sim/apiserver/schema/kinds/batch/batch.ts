import { isTimeZone } from "#core/time-zone/time-zone.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { labelProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { CronJob, Job } from "#kube/types/workloads.ts";
import { type FieldError, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { atLeastZero } from "../../validation/amounts.ts";
import { validateLabelSelector } from "../../validation/label-selector.ts";
import { podWarnings } from "../../warnings/pod-warnings.ts";
import { nameWarnings } from "../../warnings/workload-warnings.ts";
import { validateJobSpec } from "./job-spec.ts";
import { validateJobUpdate } from "./job-update.ts";

const jobKind = defineKind<Job>({
  hasGeneration: true,
  hasStatus: true,
  defaultPropagation: "Orphan",
  unknownFieldText: (field) => `field label ${JSON.stringify(field)} not supported for Job`,
  fields: { "status.successful": ({ status }) => `${status?.succeeded ?? 0}` },
  prepareCreate: (job) => (job.spec.manualSelector === true ? job : withGeneratedSelector(job)),
  validate: (job, errors) => {
    const { metadata, spec } = job;
    if (spec.manualSelector !== true) validateGeneratedSelector(job, errors);
    validateJobSpec(spec, "spec", errors);
    if (spec.selector === undefined) errors.push(required("spec.selector"));
    else validateLabelSelector(spec.selector, "spec.selector", errors);
    const labels = spec.template.metadata?.labels;
    if (spec.selector !== undefined && !matchesLabelSelector(spec.selector, labels ?? {})) {
      errors.push(invalidValue("spec.template.metadata.labels", labels ?? null, "`selector` does not match template `labels`"));
    }
    const last = `${metadata.name}-${(spec.completions ?? 0) - 1}`;
    if (spec.completionMode === "Indexed" && (spec.completions ?? 0) > 0 && labelProblems(last).length > 0) {
      errors.push(invalidValue("metadata.name", metadata.name, `will not able to create pod with invalid DNS label: ${last}`));
    }
  },
  warn: (job, old, warnings) => {
    if (old === undefined) warnings.push(...nameWarnings(job.metadata.name, POD_NAMES));
    if (job.spec !== old?.spec) warnings.push(...jobWarnings(job.spec, "spec"));
  },
  validateUpdate: validateJobUpdate,
});

const cronJobKind = defineKind<CronJob>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ metadata, spec }, errors) => {
    if (!spec.schedule) errors.push(required("spec.schedule"));
    else {
      const problem = scheduleProblem(spec.schedule.replace(/^(CRON_)?TZ=\S* +/, ""));
      if (problem !== undefined) errors.push(invalidValue("spec.schedule", spec.schedule, problem));
      if (spec.schedule.includes("TZ")) {
        errors.push(invalidValue("spec.schedule", spec.schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
      }
    }
    atLeastZero(spec.startingDeadlineSeconds, "spec.startingDeadlineSeconds", errors);
    validateZone(spec.timeZone, "spec.timeZone", errors);
    const policies = ["Allow", "Forbid", "Replace"];
    if (!policies.includes(spec.concurrencyPolicy ?? ""))
      errors.push(unsupported("spec.concurrencyPolicy", spec.concurrencyPolicy, policies));
    validateJobSpec(spec.jobTemplate.spec, "spec.jobTemplate.spec", errors);
    const { selector, manualSelector } = spec.jobTemplate.spec;
    if (selector !== undefined) errors.push(invalidValue("spec.jobTemplate.spec.selector", selector, "`selector` will be auto-generated"));
    if (manualSelector === true) errors.push(unsupported("spec.jobTemplate.spec.manualSelector", true, ["nil", "false"]));
    atLeastZero(spec.successfulJobsHistoryLimit, "spec.successfulJobsHistoryLimit", errors);
    atLeastZero(spec.failedJobsHistoryLimit, "spec.failedJobsHistoryLimit", errors);
    if (metadata.name.length > 52) errors.push(invalidValue("metadata.name", metadata.name, "must be no more than 52 characters"));
  },
  warn: ({ metadata, spec }, old, warnings) => {
    if (old === undefined) warnings.push(...nameWarnings(metadata.name, POD_NAMES));
    if (spec !== old?.spec) warnings.push(...jobWarnings(spec.jobTemplate.spec, "spec.jobTemplate.spec"));
  },
});

const POD_NAMES = "Pod names and hostnames";

const jobWarnings = ({ completionMode, completions = 0, parallelism = 0, template }: Job["spec"], path: string): readonly string[] => [
  ...(completionMode === "Indexed" && completions > COMPLETIONS_TRACKED && parallelism > PARALLELISM_TRACKED
    ? [`${path}: ${TOO_MANY}`]
    : []),
  ...podWarnings(template, `${path}.template.`),
];

const COMPLETIONS_TRACKED = 100_000;
const PARALLELISM_TRACKED = 10_000;
const TOO_MANY =
  "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, " +
  "Kubernetes might not be able to track completedIndexes when a big number of indexes fail";

/** Requires the selector and labels that the server would have generated, unless manualSelector is set. */
const validateGeneratedSelector = ({ metadata, spec }: Job, errors: FieldError[]): void => {
  if (spec.selector === undefined) return;
  const labels = spec.template.metadata?.labels ?? {};
  const expected = generatedLabels(metadata);
  for (const [key, value] of Object.entries(expected)) {
    const path = `spec.template.metadata.labels[${key}]`;
    if (labels[key] === undefined) errors.push(required(path, `must be '${value}'`));
    else if (labels[key] !== value) errors.push(invalidValue(path, labels, `must be '${value}'`));
  }
  if (!matchesLabelSelector(spec.selector, expected))
    errors.push(invalidValue("spec.selector", spec.selector, "`selector` not auto-generated"));
};

/**
 * Sets the selector and labels of a Job from its uid, so that no two Jobs share pods; values set by the user are kept and validated.  A job
 * without labels has been given the very labels of its template: what is added to these is added to both.
 */
const withGeneratedSelector = (job: Job): Job => {
  const { template, selector } = job.spec;
  const generated = generatedLabels(job.metadata);
  const labels = { ...generated, ...template.metadata?.labels };
  const spec = {
    ...job.spec,
    selector: { ...selector, matchLabels: { [CONTROLLER_UID]: generated[CONTROLLER_UID] as string, ...selector?.matchLabels } },
    template: { ...template, metadata: { ...template.metadata, labels } },
  };
  const own = job.metadata.labels === template.metadata?.labels ? undefined : job.metadata.labels;
  return { ...job, metadata: { ...job.metadata, labels: own ?? labels }, spec };
};

const CONTROLLER_UID = "batch.kubernetes.io/controller-uid";

const generatedLabels = ({ uid = "", name }: Job["metadata"]): Readonly<Record<string, string>> => ({
  "controller-uid": uid,
  "job-name": name,
  [CONTROLLER_UID]: uid,
  "batch.kubernetes.io/job-name": name,
});

const validateZone = (zone: string | undefined, path: string, errors: FieldError[]): void => {
  if (zone === undefined) return;
  if (zone === "") return void errors.push(invalidValue(path, zone, "timeZone must be nil or non-empty string"));
  const isOdd = (part: string): boolean => part === "." || part === ".." || !/^[A-Za-z.\-_0-9+][A-Za-z.\-_0-9+]*$/.test(part);
  if (zone.split("/").some((part) => isOdd(part) || part.startsWith("-"))) {
    return void errors.push(invalidValue(path, zone, `unknown time zone ${zone}`));
  }
  if (zone.toLowerCase() === "local") {
    const detail = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
    errors.push(invalidValue(path, zone, detail));
  }
  if (zone !== "Local" && !isTimeZone(zone)) errors.push(invalidValue(path, zone, `unknown time zone ${zone}`));
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
