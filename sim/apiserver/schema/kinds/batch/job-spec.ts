import { qualifiedNameProblems } from "#kube/objects/names.ts";
import type { Job, PodFailureRule } from "#kube/types/workloads.ts";
import {
  duplicate,
  type FieldError,
  inOrder,
  invalidEach,
  invalidUnshown,
  invalidValue,
  required,
  tooLong,
  tooMany,
  unsupported,
} from "../../field-error.ts";
import { atLeastZero } from "../../validation/amounts.ts";
import { domainPathErrors } from "../../validation/domain-path.ts";
import { validatePodTemplate } from "../../validation/pod-spec.ts";

/** Validates the spec of a Job or of a template of Jobs, at a path. */
export const validateJobSpec = (spec: Job["spec"], path: string, errors: FieldError[]): void => {
  for (const member of COUNTS) atLeastZero(spec[member], `${path}.${member}`, errors);
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(required(`${path}.backoffLimitPerIndex`, "when maxFailedIndexes is specified"));
  }
  const { managedBy } = spec as { readonly managedBy?: string };
  if (managedBy !== undefined) errors.push(...domainPathErrors(`${path}.managedBy`, managedBy));
  if (managedBy !== undefined && managedBy.length > 63) errors.push(tooLong(`${path}.managedBy`, 63));
  validateMode(spec, path, errors);
  if (spec.podFailurePolicy !== undefined) validateFailurePolicy(spec, `${path}.podFailurePolicy.rules`, errors);
  if (spec.successPolicy !== undefined) validateSuccessPolicy(spec, `${path}.successPolicy`, errors);
  validateReplacement(spec, `${path}.podReplacementPolicy`, errors);
  validatePodTemplate(spec.template, `${path}.template`, errors);
  validateRestarts(spec, `${path}.template.spec.restartPolicy`, errors);
};

const COUNTS = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
] as const;

const PARALLEL_MAX = 100_000;

const validateMode = (spec: Job["spec"], path: string, errors: FieldError[]): void => {
  const { completionMode: mode = "NonIndexed", completions, parallelism, maxFailedIndexes: failed, backoffLimitPerIndex: perIndex } = spec;
  if (mode === "NonIndexed") {
    for (const [member, value] of [
      ["backoffLimitPerIndex", perIndex],
      ["maxFailedIndexes", failed],
    ] as const) {
      if (value !== undefined) errors.push(invalidValue(`${path}.${member}`, value, "requires indexed completion mode"));
    }
    return;
  }
  if (mode !== "Indexed") return void errors.push(unsupported(`${path}.completionMode`, mode, ["NonIndexed", "Indexed"]));
  if (completions === undefined) errors.push(required(`${path}.completions`, "when completion mode is Indexed"));
  if ((parallelism ?? 0) > PARALLEL_MAX) {
    const detail = `must be less than or equal to ${PARALLEL_MAX} when completion mode is Indexed`;
    errors.push(invalidValue(`${path}.parallelism`, parallelism, detail));
  }
  if (completions !== undefined && failed !== undefined && failed > completions) {
    errors.push(invalidValue(`${path}.maxFailedIndexes`, failed, "must be less than or equal to completions"));
  }
  if ((failed ?? 0) > PARALLEL_MAX)
    errors.push(invalidValue(`${path}.maxFailedIndexes`, failed, `must be less than or equal to ${PARALLEL_MAX}`));
};

const ACTIONS = ["Count", "FailIndex", "FailJob", "Ignore"];
const OPERATORS = ["In", "NotIn"];
const STATES = ["False", "True", "Unknown"];
const RULES_MAX = 20;

const listed = (texts: readonly string[]): string => `valid values: [${texts.map((text) => JSON.stringify(text)).join(" ")}]`;

const validateFailurePolicy = (spec: Job["spec"], path: string, errors: FieldError[]): void => {
  const rules = spec.podFailurePolicy?.rules ?? [];
  if (rules.length > RULES_MAX) errors.push(tooMany(path, rules.length, RULES_MAX));
  const { containers, initContainers = [] } = spec.template.spec;
  const names = new Set([...(containers ?? []), ...initContainers].map(({ name }) => name));
  rules.forEach((rule, i) => {
    const place = `${path}[${i}]`;
    validateAction(rule.action, spec, `${place}.action`, errors);
    const { onExitCodes, onPodConditions = [] } = rule;
    if (onExitCodes !== undefined) validateExitCodes(onExitCodes, names, `${place}.onExitCodes`, errors);
    validateConditions(onPodConditions, `${place}.onPodConditions`, errors);
    const count = (onExitCodes === undefined ? 0 : 1) + (onPodConditions.length > 0 ? 1 : 0);
    if (count === 2) errors.push(invalidUnshown(place, "specifying both OnExitCodes and OnPodConditions is not supported"));
    if (count === 0) errors.push(invalidUnshown(place, "specifying one of OnExitCodes and OnPodConditions is required"));
  });
};

const validateAction = (action: string | undefined, spec: Job["spec"], path: string, errors: FieldError[]): void => {
  if (!action) errors.push(required(path, listed(ACTIONS)));
  else if (!ACTIONS.includes(action)) errors.push(unsupported(path, action, ACTIONS));
  else if (action === "FailIndex" && spec.backoffLimitPerIndex === undefined) {
    errors.push(invalidValue(path, action, "requires the backoffLimitPerIndex to be set"));
  }
};

type ExitCodes = NonNullable<PodFailureRule["onExitCodes"]>;

const validateExitCodes = (
  { operator, containerName, values: given }: ExitCodes,
  names: ReadonlySet<string>,
  path: string,
  errors: FieldError[],
): void => {
  if (!operator) errors.push(required(`${path}.operator`, listed(OPERATORS)));
  else if (!OPERATORS.includes(operator)) errors.push(unsupported(`${path}.operator`, operator, OPERATORS));
  if (containerName !== undefined && !names.has(containerName)) {
    const detail = "must be one of the container or initContainer names in the pod template";
    errors.push(invalidValue(`${path}.containerName`, containerName, detail));
  }
  const place = `${path}.values`;
  const values = given ?? [];
  if (values.length === 0) errors.push(invalidValue(place, given, "at least one value is required"));
  if (values.length > 255) errors.push(tooMany(place, values.length, 255));
  values.forEach((value, i) => {
    if (operator === "In" && value === 0) errors.push(invalidValue(`${place}[${i}]`, value, "must not be 0 for the In operator"));
    if (values.indexOf(value) < i) errors.push(duplicate(`${place}[${i}]`, value));
  });
  if (values.some((value, i) => i > 0 && (values[i - 1] as number) > value)) errors.push(invalidValue(place, values, "must be ordered"));
};

type Conditions = NonNullable<PodFailureRule["onPodConditions"]>;

const validateConditions = (conditions: Conditions, path: string, errors: FieldError[]): void => {
  if (conditions.length > RULES_MAX) errors.push(tooMany(path, conditions.length, RULES_MAX));
  conditions.forEach(({ type = "", status }, i) => {
    errors.push(...invalidEach(`${path}[${i}].type`, type, qualifiedNameProblems(type)));
    if (!status) errors.push(required(`${path}[${i}].status`, listed(STATES)));
    else if (!STATES.includes(status)) errors.push(unsupported(`${path}[${i}].status`, status, STATES));
  });
};

const validateSuccessPolicy = (
  { completionMode, completions = 0, successPolicy }: Job["spec"],
  path: string,
  errors: FieldError[],
): void => {
  const rules = successPolicy?.rules ?? [];
  if (completionMode !== "Indexed") {
    const shown = {
      Rules: rules.map(({ succeededIndexes = null, succeededCount = null }) => ({
        SucceededIndexes: succeededIndexes,
        SucceededCount: succeededCount,
      })),
    };
    return void errors.push(invalidValue(path, inOrder(shown), "requires indexed completion mode"));
  }
  if (rules.length === 0) {
    errors.push(required(`${path}.rules`, "at least one rules must be specified when the successPolicy is specified"));
  }
  if (rules.length > RULES_MAX) errors.push(tooMany(`${path}.rules`, rules.length, RULES_MAX));
  rules.forEach(({ succeededIndexes, succeededCount }, i) => {
    const place = `${path}.rules[${i}]`;
    if (succeededCount === undefined && succeededIndexes === undefined) {
      errors.push(required(place, "at least one of succeededCount or succeededIndexes must be specified"));
    }
    const indexes = succeededIndexes === undefined ? undefined : countIndexes(succeededIndexes, completions);
    if (typeof indexes === "string") {
      errors.push(invalidValue(`${place}.succeededIndexes`, succeededIndexes, `error parsing succeededIndexes: ${indexes}`));
    }
    if (succeededCount === undefined) return;
    atLeastZero(succeededCount, `${place}.succeededCount`, errors);
    if (succeededCount > completions) {
      const detail = `must be less than or equal to ${completions} (the number of specified completions)`;
      errors.push(invalidValue(`${place}.succeededCount`, succeededCount, detail));
    }
    const total = typeof indexes === "number" ? indexes : 0;
    if (indexes !== undefined && succeededCount > total) {
      const detail = `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`;
      errors.push(invalidValue(`${place}.succeededCount`, succeededCount, detail));
    }
  });
};

/** Number of indexes in a list such as `0,2-4`, or the error in it. */
const countIndexes = (text: string, completions: number): number | string => {
  let total = 0;
  let last = -1;
  let isFirst = true;
  for (const interval of text === "" ? [] : text.split(",")) {
    const limits = interval.split("-");
    if (limits.length > 2) {
      return `the fragment ${JSON.stringify(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    for (const limit of limits) {
      if (!/^[+-]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
      if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`;
    }
    const [from = 0, to = from] = limits.map(Number);
    if (limits.length > 1 && from >= to) return `non-increasing order, previous: ${from}, current: ${to}`;
    if (!isFirst && last >= from) return `non-increasing order, previous: ${last}, current: ${from}`;
    total += to - from + 1;
    last = to;
    isFirst = false;
  }
  return total;
};

const validateReplacement = ({ podReplacementPolicy: policy, podFailurePolicy }: Job["spec"], path: string, errors: FieldError[]): void => {
  const allowed = podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  if (policy !== undefined && !allowed.includes(policy)) errors.push(unsupported(path, policy, allowed));
};

const validateRestarts = ({ template, podFailurePolicy }: Job["spec"], path: string, errors: FieldError[]): void => {
  const policy: string = template.spec.restartPolicy ?? "";
  if (policy === "Always" || policy === "") errors.push(required(path, 'valid values: "OnFailure", "Never"'));
  else if (policy !== "OnFailure" && policy !== "Never") errors.push(unsupported(path, policy, ["OnFailure", "Never"]));
  else if (podFailurePolicy !== undefined && policy !== "Never") {
    errors.push(invalidValue(path, policy, 'only "Never" is supported when podFailurePolicy is specified'));
  }
};
