import type { IntOrString } from "#kube/types/meta.ts";
import { type FieldError, invalidValue } from "../field-error.ts";

/** Validates that a number is not negative. */
export const atLeastZero = (value: number | undefined, path: string, errors: FieldError[]): void => {
  if (value !== undefined && value < 0) errors.push(invalidValue(path, value, "must be greater than or equal to 0"));
};

/** Validates a non-negative count or percentage. */
export const positiveOrPercent = (amount: IntOrString | undefined, path: string, errors: FieldError[]): void => {
  if (typeof amount === "number") atLeastZero(amount, path, errors);
  else if (amount !== undefined && !PERCENT.test(amount)) errors.push(invalidValue(path, amount, PERCENT_DETAIL));
};

/** Validates that a percentage is at most 100. */
export const atMostAll = (amount: IntOrString | undefined, path: string, errors: FieldError[]): void => {
  if (typeof amount === "string" && PERCENT.test(amount) && amountOf(amount) > 100) {
    errors.push(invalidValue(path, amount, "must not be greater than 100%"));
  }
};

/** The number in a count or percentage; 0 for texts that are neither. */
export const amountOf = (amount: IntOrString): number => {
  if (typeof amount === "number") return amount;
  return PERCENT.test(amount) ? Number(amount.slice(0, -1)) : Number(/^[-+]?\d+$/.test(amount) ? amount : 0);
};

const PERCENT = /^[0-9]+%$/;
const PERCENT_DETAIL =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
