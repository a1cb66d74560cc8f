import type { PodDisruptionBudget } from "#kube/types/cluster.ts";
import { type FieldError, inOrder, invalidValue } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { validateLabelSelector } from "../validation/label-selector.ts";

/** How many pods of a set may be away at once. */
export const disruptionBudgetKind = defineKind<PodDisruptionBudget>({
  hasGeneration: true,
  hasStatus: true,
  requiresResourceVersion: true,
  validate: ({ spec }, errors) => {
    const { minAvailable, maxUnavailable, selector } = spec;
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      const shown = {
        MinAvailable: minAvailable,
        Selector: selector ?? null,
        MaxUnavailable: maxUnavailable,
        UnhealthyPodEvictionPolicy: null,
      };
      errors.push(invalidValue("spec", inOrder(shown), "minAvailable and maxUnavailable cannot be both set"));
    }
    validateAmount(minAvailable, "spec.minAvailable", errors);
    validateAmount(maxUnavailable, "spec.maxUnavailable", errors);
    if (selector !== undefined) validateLabelSelector(selector, "spec.selector", errors);
  },
});

/** A count that is not negative, or a percentage up to 100. */
const validateAmount = (amount: number | string | undefined, path: string, errors: FieldError[]): void => {
  if (amount === undefined) return;
  if (typeof amount === "number") {
    if (amount < 0) errors.push(invalidValue(path, amount, "must be greater than or equal to 0"));
    return;
  }
  if (!/^[0-9]+%$/.test(amount)) errors.push(invalidValue(path, amount, PERCENT_DETAIL));
  else if (Number(amount.slice(0, -1)) > 100) errors.push(invalidValue(path, amount, "must not be greater than 100%"));
};

const PERCENT_DETAIL =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
