import { labelProblems, labelValueProblems, qualifiedNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import type { Affinity, NodeSelectorTerm, PodAffinity, TopologySpreadConstraint } from "#kube/types/placement.ts";
import { duplicate, type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { validateLabelSelector } from "./label-selector.ts";

/** Checks where a pod wants to run. */
export const validateAffinity = ({ nodeAffinity, podAffinity, podAntiAffinity }: Affinity, path: string, errors: FieldError[]): void => {
  if (nodeAffinity !== undefined) validateNodeAffinity(nodeAffinity, `${path}.nodeAffinity`, errors);
  if (podAffinity !== undefined) validatePodAffinity(podAffinity, `${path}.podAffinity`, errors);
  if (podAntiAffinity !== undefined) validatePodAffinity(podAntiAffinity, `${path}.podAntiAffinity`, errors);
};

/** Checks a choice of nodes. */
export const validateNodeSelector = (
  { nodeSelectorTerms: terms }: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null },
  path: string,
  errors: FieldError[],
): void => {
  const place = `${path}.nodeSelectorTerms`;
  if (terms == null || terms.length === 0) return void errors.push(required(place, "must have at least one node selector term"));
  for (const [i, term] of terms.entries()) validateTerm(term, `${place}[${i}]`, errors);
};

/** Validates topology spread constraints. */
export const validateSpread = (constraints: readonly TopologySpreadConstraint[], path: string, errors: FieldError[]): void => {
  constraints.forEach((constraint, i) => {
    const place = `${path}[${i}]`;
    const { maxSkew, topologyKey, whenUnsatisfiable, labelSelector } = constraint;
    const { minDomains } = constraint;
    if ((maxSkew ?? 0) <= 0) errors.push(invalidValue(`${place}.maxSkew`, maxSkew ?? 0, "must be greater than zero"));
    if (!topologyKey) errors.push(required(`${place}.topologyKey`, "can not be empty"));
    if (!WHEN.includes(whenUnsatisfiable)) errors.push(unsupported(`${place}.whenUnsatisfiable`, whenUnsatisfiable, WHEN));
    const isSame = (other: TopologySpreadConstraint): boolean =>
      other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable;
    if (constraints.slice(i + 1).some(isSame)) {
      errors.push(duplicate(`${place}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`));
    }
    if (minDomains !== undefined) {
      if (minDomains <= 0) errors.push(invalidValue(`${place}.minDomains`, minDomains, "must be greater than zero"));
      if (whenUnsatisfiable !== "DoNotSchedule") {
        const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
        errors.push(invalidValue(`${place}.minDomains`, minDomains, detail));
      }
    }
    for (const field of ["nodeAffinityPolicy", "nodeTaintsPolicy"] as const) {
      const policy = constraint[field];
      if (policy !== undefined && !POLICIES.includes(policy)) errors.push(unsupported(`${place}.${field}`, policy, POLICIES));
    }
    validateLabelKeys(constraint, place, errors);
    if (labelSelector !== undefined) validateLabelSelector(labelSelector, `${place}.labelSelector`, errors);
  });
};

const POLICIES = ["Honor", "Ignore"];

const WHEN = ["DoNotSchedule", "ScheduleAnyway"];

const validateNodeAffinity = (affinity: NonNullable<Affinity["nodeAffinity"]>, path: string, errors: FieldError[]): void => {
  const needed = affinity.requiredDuringSchedulingIgnoredDuringExecution;
  if (needed !== undefined) validateNodeSelector(needed, `${path}.requiredDuringSchedulingIgnoredDuringExecution`, errors);
  (affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).forEach(({ weight, preference }, i) => {
    const place = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}]`;
    if (weight <= 0 || weight > 100) errors.push(invalidValue(`${place}.weight`, weight, "must be in the range 1-100"));
    validateTerm(preference ?? {}, `${place}.preference`, errors);
  });
};

interface Requirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

const validateTerm = (term: NodeSelectorTerm, path: string, errors: FieldError[]): void => {
  const { matchExpressions = [], matchFields = [] } = term as {
    readonly matchExpressions?: readonly Requirement[];
    readonly matchFields?: readonly Requirement[];
  };
  for (const [i, requirement] of matchExpressions.entries()) validateExpression(requirement, `${path}.matchExpressions[${i}]`, errors);
  for (const [i, requirement] of matchFields.entries()) validateField(requirement, `${path}.matchFields[${i}]`, errors);
};

const validateExpression = ({ key = "", operator = "", values = [] }: Requirement, path: string, errors: FieldError[]): void => {
  if (operator === "In" || operator === "NotIn") {
    if (values.length === 0) errors.push(required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (values.length > 0)
      errors.push(forbiddenField(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  } else if (operator === "Gt" || operator === "Lt") {
    if (values.length !== 1) errors.push(required(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
  } else errors.push(invalidValue(`${path}.operator`, operator, "not a valid selector operator"));
  errors.push(...invalidEach(`${path}.key`, key, qualifiedNameProblems(key)));
  for (const [i, value] of values.entries()) errors.push(...invalidEach(`${path}.values[${i}]`, value, labelValueProblems(value)));
};

const validateField = ({ key = "", operator = "", values = [] }: Requirement, path: string, errors: FieldError[]): void => {
  if (operator === "In" || operator === "NotIn") {
    if (values.length !== 1)
      errors.push(required(`${path}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
  } else errors.push(invalidValue(`${path}.operator`, operator, "not a valid selector operator"));
  if (key !== "metadata.name") return void errors.push(invalidValue(`${path}.key`, key, "not a valid field selector key"));
  for (const [i, value] of values.entries()) errors.push(...invalidEach(`${path}.values[${i}]`, value, subdomainProblems(value)));
};

interface PodTerm {
  readonly labelSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly namespaces?: readonly string[];
  readonly topologyKey?: string;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

const validatePodAffinity = (affinity: PodAffinity, path: string, errors: FieldError[]): void => {
  (affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []).forEach((term, i) => {
    validatePodTerm(term, `${path}.requiredDuringSchedulingIgnoredDuringExecution[${i}]`, errors);
  });
  (affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).forEach(({ weight, podAffinityTerm }, i) => {
    const place = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}]`;
    if (weight <= 0 || weight > 100) errors.push(invalidValue(`${place}.weight`, weight, "must be in the range 1-100"));
    validatePodTerm(podAffinityTerm, `${place}.podAffinityTerm`, errors);
  });
};

const validatePodTerm = (term: PodTerm, path: string, errors: FieldError[]): void => {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey = "" } = term;
  if (labelSelector !== undefined) validateLabelSelector(labelSelector, `${path}.labelSelector`, errors);
  if (namespaceSelector !== undefined) validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`, errors);
  for (const namespace of namespaces) errors.push(...invalidEach(`${path}.namespace`, namespace, labelProblems(namespace)));
  validateLabelKeys(term, path, errors);
  if (topologyKey === "") errors.push(required(`${path}.topologyKey`, "can not be empty"));
  errors.push(...invalidEach(`${path}.topologyKey`, topologyKey, qualifiedNameProblems(topologyKey)));
};

/** Validates keys of the pod's own labels; a pod's selector has their values by now. */
const validateLabelKeys = (
  { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: Pick<PodTerm, "labelSelector" | "matchLabelKeys" | "mismatchLabelKeys">,
  path: string,
  errors: FieldError[],
): void => {
  const lists = [
    [`${path}.matchLabelKeys`, matchLabelKeys],
    [`${path}.mismatchLabelKeys`, mismatchLabelKeys],
  ] as const;
  for (const [place, keys] of lists) {
    if (keys.length > 0 && labelSelector === undefined)
      errors.push(forbiddenField(place, "must not be specified when labelSelector is not set"));
    else for (const [i, key] of keys.entries()) errors.push(...invalidEach(`${place}[${i}]`, key, qualifiedNameProblems(key)));
  }
  const seen = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const i = matchLabelKeys.lastIndexOf(key);
    if (i !== -1 && seen.has(key)) errors.push(invalidValue(`${path}[${i}]`, key, "exists in both matchLabelKeys and labelSelector"));
    seen.add(key);
  }
  for (const [i, key] of matchLabelKeys.entries())
    if (mismatchLabelKeys.includes(key))
      errors.push(invalidValue(`${path}.matchLabelKeys[${i}]`, key, "exists in both matchLabelKeys and mismatchLabelKeys"));
};
