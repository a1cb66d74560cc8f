import type { Affinity, NodeSelectorTerm, PodAffinity, TopologySpreadConstraint } from "#kube/types/pod.ts";
import { type FieldError, forbiddenField, invalidValue, required, unsupported } from "../field-error.ts";
import { validateLabelSelector } from "./label-selector.ts";

/** Checks where a pod wants to run. */
export const validateAffinity = ({ nodeAffinity, podAffinity, podAntiAffinity }: Affinity, path: string, errors: FieldError[]): void => {
  const terms = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const place = `${path}.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  if (terms !== undefined && terms.length === 0) errors.push(required(place, "must have at least one node selector term"));
  for (const [i, term] of (terms ?? []).entries()) validateTerm(term, `${place}[${i}]`, errors);
  if (podAffinity !== undefined) validatePodAffinity(podAffinity, `${path}.podAffinity`, errors);
  if (podAntiAffinity !== undefined) validatePodAffinity(podAntiAffinity, `${path}.podAntiAffinity`, errors);
};

/** Checks how pods are to be spread. */
export const validateSpread = (constraints: readonly TopologySpreadConstraint[], path: string, errors: FieldError[]): void => {
  constraints.forEach(({ maxSkew, topologyKey, whenUnsatisfiable }, i) => {
    const place = `${path}[${i}]`;
    if ((maxSkew ?? 0) <= 0) errors.push(invalidValue(`${place}.maxSkew`, maxSkew ?? 0, "must be greater than zero"));
    if (!topologyKey) errors.push(required(`${place}.topologyKey`, "can not be empty"));
    if (!WHEN.includes(whenUnsatisfiable)) errors.push(unsupported(`${place}.whenUnsatisfiable`, whenUnsatisfiable, WHEN));
  });
};

const WHEN = ["DoNotSchedule", "ScheduleAnyway"];

const validateTerm = ({ matchExpressions = [] }: NodeSelectorTerm, path: string, errors: FieldError[]): void => {
  matchExpressions.forEach(({ operator, values = [] }, i) => {
    const place = `${path}.matchExpressions[${i}]`;
    if (operator === "In" || operator === "NotIn") {
      if (values.length === 0) errors.push(required(`${place}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    } else if (operator === "Exists" || operator === "DoesNotExist") {
      if (values.length > 0)
        errors.push(forbiddenField(`${place}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    } else if (operator === "Gt" || operator === "Lt") {
      if (values.length !== 1) errors.push(required(`${place}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
    } else {
      errors.push(invalidValue(`${place}.operator`, operator ?? "", "not a valid selector operator"));
    }
  });
};

const validatePodAffinity = (affinity: PodAffinity, path: string, errors: FieldError[]): void => {
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const all = [
    ...required.map((term, i) => [term, `${path}.requiredDuringSchedulingIgnoredDuringExecution[${i}]`] as const),
    ...preferred.map(
      ({ podAffinityTerm }, i) =>
        [podAffinityTerm, `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}].podAffinityTerm`] as const,
    ),
  ];
  for (const [{ labelSelector, topologyKey }, place] of all) {
    if (labelSelector !== undefined) validateLabelSelector(labelSelector, `${place}.labelSelector`, errors);
    if (!topologyKey)
      errors.push({ field: `${place}.topologyKey`, reason: "FieldValueRequired", detail: "Required value: can not be empty" });
  }
};
