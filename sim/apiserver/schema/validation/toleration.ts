import { labelValueProblems, qualifiedNameProblems } from "#kube/objects/names.ts";
import type { Toleration } from "#kube/types/placement.ts";
import { type FieldError, invalidEach, invalidValue, unsupported } from "../field-error.ts";

/** Validates a toleration. */
export const validateToleration = (toleration: Toleration, path: string, errors: FieldError[]): void => {
  const { key, operator, value, effect, tolerationSeconds } = toleration;
  if (key) errors.push(...invalidEach(`${path}.key`, key, qualifiedNameProblems(key)));
  if (!key && operator !== "Exists") {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalidValue(`${path}.operator`, operator ?? "", detail));
  }
  if (tolerationSeconds !== undefined && effect !== "NoExecute") {
    errors.push(invalidValue(`${path}.effect`, effect ?? "", "effect must be 'NoExecute' when `tolerationSeconds` is set"));
  }
  const valueProblems = operator === undefined || operator === "Equal" ? labelValueProblems(value ?? "") : [];
  if (valueProblems.length > 0) errors.push(invalidValue(`${path}.operator`, value, valueProblems.join(";")));
  if (operator === "Exists" && value) {
    errors.push(invalidValue(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'"));
  }
  if (operator !== undefined && operator !== "Exists" && operator !== "Equal") {
    const compares = (operator as string) === "Lt" || (operator as string) === "Gt";
    errors.push(unsupported(`${path}.operator`, operator, ["Equal", "Exists", ...(compares ? ["Lt", "Gt"] : [])]));
  }
  if (effect !== undefined && !EFFECTS.includes(effect)) errors.push(unsupported(`${path}.effect`, effect, EFFECTS));
};

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
