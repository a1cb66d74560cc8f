import { isSameJson } from "#core/canonical-json.ts";
import { type FieldError, invalidValue } from "../field-error.ts";

/** Adds an error when a field that is fixed has changed. */
export const immutable = (value: unknown, old: unknown, path: string, errors: FieldError[]): void => {
  if (!isSameJson(value, old)) errors.push(invalidValue(path, value, "field is immutable"));
};
