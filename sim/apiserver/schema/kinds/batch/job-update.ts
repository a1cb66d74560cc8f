import { isSameJson } from "#core/canonical-json.ts";
import type { Affinity } from "#kube/types/placement.ts";
import type { PodSpec, PodTemplateSpec } from "#kube/types/pod.ts";
import type { Job } from "#kube/types/workloads.ts";
import { type FieldError, invalidShown, invalidValue } from "../../field-error.ts";
import { immutable } from "../../validation/immutable.ts";
import { internalTemplateText } from "../../validation/internal-pod.ts";

/**
 * Validates an update of a Job: parallelism, deadlines and, while it is suspended and has not started, scheduling directives may change.
 */
export const validateJobUpdate = (job: Job, old: Job, errors: FieldError[]): void => {
  const { spec } = job;
  validateCompletions(job, old, errors);
  immutable(spec.selector, old.spec.selector, "spec.selector", errors);
  const before =
    old.spec.suspend === true && old.status?.startTime === undefined ? withPlacement(old.spec.template, spec.template) : old.spec.template;
  if (!isSameJson(spec.template, before))
    errors.push(invalidShown("spec.template", internalTemplateText(spec.template), "field is immutable"));
  for (const field of FIXED) immutable(spec[field], old.spec[field], `spec.${field}`, errors);
};

const FIXED = ["completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"] as const;

/** Validates an update of completions: those of an indexed Job may change to equal its parallelism. */
const validateCompletions = ({ spec }: Job, old: Job, errors: FieldError[]): void => {
  if (spec.completionMode !== "Indexed") return immutable(spec.completions, old.spec.completions, "spec.completions", errors);
  if (spec.completions === undefined || spec.completions === old.spec.completions || spec.completions === spec.parallelism) return;
  errors.push(invalidValue("spec.completions", spec.completions, "can only be modified in tandem with spec.parallelism"));
};

/** Old template with the scheduling directives of the new one. */
const withPlacement = (old: PodTemplateSpec, { metadata, spec }: PodTemplateSpec): PodTemplateSpec => {
  const {
    nodeSelector: _n,
    tolerations: _t,
    schedulingGates: _g,
    affinity,
    ...rest
  } = old.spec as PodSpec & Readonly<Record<string, unknown>>;
  const placed = { ...rest, ...pick(spec, "nodeSelector"), ...pick(spec, "tolerations"), ...pick(spec, "schedulingGates") };
  const kept = mergedAffinity(affinity as Affinity | undefined, spec.affinity);
  const { labels: _l, annotations: _a, ...meta } = old.metadata ?? {};
  return {
    metadata: { ...meta, ...pick(metadata ?? {}, "labels"), ...pick(metadata ?? {}, "annotations") },
    spec: { ...placed, ...(kept !== undefined && { affinity: kept }) } as PodSpec,
  };
};

/** Affinity of an update, in which only node affinity may change. */
const mergedAffinity = (old: Affinity | undefined, wanted: Affinity | undefined): Affinity | undefined => {
  const { nodeAffinity: _node, ...others } = old ?? {};
  const merged = { ...others, ...pick(wanted ?? {}, "nodeAffinity") };
  return wanted === undefined && Object.keys(merged).length === 0 ? undefined : merged;
};

const pick = (from: object, name: string): object => {
  const value = (from as Readonly<Record<string, unknown>>)[name];
  return value === undefined ? {} : { [name]: value };
};
