import { compareQuantities } from "#kube/objects/quantity.ts";
import { type FieldError, invalidValue, required, unsupported } from "../../field-error.ts";

/** Validates the scaling policies of an autoscaler. */
export const validateBehavior = (behavior: unknown, path: string, errors: FieldError[]): void => {
  const { scaleUp, scaleDown } = (behavior ?? {}) as { readonly scaleUp?: Rules; readonly scaleDown?: Rules };
  if (scaleUp !== undefined) validateRules(scaleUp, `${path}.scaleUp`, errors);
  if (scaleDown !== undefined) validateRules(scaleDown, `${path}.scaleDown`, errors);
};

interface Rules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly { readonly type?: string; readonly value?: number; readonly periodSeconds?: number }[];
  readonly tolerance?: string;
}

const SELECT_POLICIES = ["Disabled", "Max", "Min"];
const POLICY_TYPES = ["Percent", "Pods"];
const WINDOW_MAX = 3600;
const PERIOD_MAX = 1800;

const validateRules = (
  { stabilizationWindowSeconds: window, selectPolicy, policies = [], tolerance }: Rules,
  path: string,
  errors: FieldError[],
): void => {
  const place = `${path}.stabilizationWindowSeconds`;
  if (window !== undefined && window < 0) errors.push(invalidValue(place, window, "must be greater than or equal to zero"));
  if (window !== undefined && window > WINDOW_MAX) errors.push(invalidValue(place, window, `must be less than or equal to ${WINDOW_MAX}`));
  if (selectPolicy !== undefined && !SELECT_POLICIES.includes(selectPolicy)) {
    errors.push(unsupported(`${path}.selectPolicy`, selectPolicy, SELECT_POLICIES));
  }
  if (policies.length === 0) errors.push(required(`${path}.policies`, "must specify at least one Policy"));
  policies.forEach(({ type = "", value = 0, periodSeconds: period = 0 }, i) => {
    const at = `${path}.policies[${i}]`;
    if (!POLICY_TYPES.includes(type)) errors.push(unsupported(`${at}.type`, type, POLICY_TYPES));
    if (value <= 0) errors.push(invalidValue(`${at}.value`, value, "must be greater than zero"));
    if (period <= 0) errors.push(invalidValue(`${at}.periodSeconds`, period, "must be greater than zero"));
    if (period > PERIOD_MAX) errors.push(invalidValue(`${at}.periodSeconds`, period, `must be less than or equal to ${PERIOD_MAX}`));
  });
  if (tolerance !== undefined && compareQuantities(tolerance, "0") < 0) {
    errors.push(invalidValue(`${path}.tolerance`, tolerance, "must be greater than or equal to 0"));
  }
};
