import { canonicalJson } from "#core/canonical-json.ts";
import { goQuote } from "#core/go-quote.ts";

/** Error of a field. */
export interface FieldError {
  readonly field: string;
  /** `FieldValueRequired`, …: the reason in the status's causes. */
  readonly reason: string;
  /** `Required value: name or generateName is required`, without the field. */
  readonly detail: string;
}

const withDetail = (text: string, detail: string): string => (detail === "" ? text : `${text}: ${detail}`);

/** Error of a missing value. */
export const required = (field: string, detail = ""): FieldError => ({
  field,
  reason: "FieldValueRequired",
  detail: withDetail("Required value", detail),
});

/** A value that breaks a rule; strings are quoted, structures shown as JSON. */
export const invalidValue = (field: string, value: unknown, detail: string): FieldError => ({
  field,
  reason: "FieldValueInvalid",
  detail: withDetail(`Invalid value: ${showValue(value)}`, detail),
});

/** The same for a value that is shown in words of its own. */
export const invalidShown = (field: string, shown: string, detail: string): FieldError => ({
  field,
  reason: "FieldValueInvalid",
  detail: withDetail(`Invalid value: ${shown}`, detail),
});

/** Field errors for a value that breaks several rules, one for each. */
export const invalidEach = (field: string, value: unknown, details: readonly string[]): readonly FieldError[] =>
  details.map((detail) => invalidValue(field, value, detail));

/** A value out of no list; the list is shown in the order given, which is the server's for that field. */
export const unsupported = (field: string, value: unknown, supported: readonly string[]): FieldError => ({
  field,
  reason: "FieldValueNotSupported",
  detail: `Unsupported value: ${showValue(value)}: supported values: ${supported.map((text) => JSON.stringify(text)).join(", ")}`,
});

/** Error of a duplicate value. */
export const duplicate = (field: string, value: unknown): FieldError => ({
  field,
  reason: "FieldValueDuplicate",
  detail: `Duplicate value: ${showValue(value)}`,
});

/** A reference to nothing. */
export const notFoundValue = (field: string, value: unknown): FieldError => ({
  field,
  reason: "FieldValueNotFound",
  detail: `Not found: ${showValue(value)}`,
});

/** Error of a field that must not be set or changed. */
export const forbiddenField = (field: string, detail: string): FieldError => ({
  field,
  reason: "FieldValueForbidden",
  detail: withDetail("Forbidden", detail),
});

/** A value of another type than the schema says; it is shown by the name of its own type. */
export const typeInvalid = (field: string, value: unknown, detail: string): FieldError => ({
  field,
  reason: "FieldValueTypeInvalid",
  detail: withDetail(`Invalid value: ${showValue(value)}`, detail),
});

/** A text beyond its greatest length. */
export const tooLong = (field: string, bytesMax: number): FieldError => ({
  field,
  reason: "FieldValueTooLong",
  detail: `Too long: may not be more than ${bytesMax} ${bytesMax === 1 ? "byte" : "bytes"}`,
});

/** A list or map with too many elements. */
export const tooMany = (field: string, count: number, countMax: number): FieldError => ({
  field,
  reason: "FieldValueTooMany",
  detail: `Too many: ${count}: must have at most ${countMax} ${countMax === 1 ? "item" : "items"}`,
});

/** Error of a value that is too long to be shown. */
export const invalidUnshown = (field: string, detail: string): FieldError => ({
  field,
  reason: "FieldValueInvalid",
  detail: `Invalid value: ${detail}`,
});

/** A structure shown with its members in the order given, as Go shows its structs; maps are shown sorted. */
export const inOrder = (value: unknown): unknown => new Shown(JSON.stringify(value));

/** Value that errors show as the given text. */
export const shownAs = (text: string): unknown => new Shown(text);

class Shown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const showValue = (value: unknown): string => {
  if (value === undefined || value === null) return "null";
  if (value instanceof Shown) return value.text;
  if (typeof value === "string") return goQuote(value);
  return typeof value === "object" ? canonicalJson(value) : `${value}`;
};
