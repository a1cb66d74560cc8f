import type { Raw } from "../codec/same.ts";
import { type FieldError, invalidValue } from "../field-error.ts";
import type { ScalePaths } from "./definition.ts";
import { isObject } from "./schema/schema.ts";

/** Field errors of the fields that the scale subresource reads. */
export const scaleErrors = (scale: ScalePaths | undefined, object: Raw, subresource: string | undefined): readonly FieldError[] => {
  if (scale === undefined) return [];
  const selector = scale.labelSelectorPath === undefined ? [] : textErrors(object, scale.labelSelectorPath);
  const spec = subresource === "status" ? [] : numberErrors(object, scale.specReplicasPath);
  return [...spec, ...numberErrors(object, scale.statusReplicasPath), ...selector];
};

const numberErrors = (object: Raw, path: string): readonly FieldError[] => {
  const found = walk(object, path);
  if ("problem" in found) return [invalidValue(path, 0, found.problem)];
  const { value } = found;
  if (value === undefined) return [];
  if (!Number.isInteger(value))
    return [invalidValue(path, 0, `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected int64`)];
  if ((value as number) < 0) return [invalidValue(path, value, "should be a non-negative integer")];
  return (value as number) > INT32_MAX ? [invalidValue(path, value, `should be less than or equal to ${INT32_MAX}`)] : [];
};

const textErrors = (object: Raw, path: string): readonly FieldError[] => {
  const found = walk(object, path);
  if ("problem" in found) return [invalidValue(path, "", found.problem)];
  const { value } = found;
  if (value === undefined || typeof value === "string") return [];
  return [invalidValue(path, "", `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected string`)];
};

const INT32_MAX = 2_147_483_647;

/** A value at a path; what stands in the way must be maps. */
const walk = (object: Raw, path: string): { readonly value: unknown } | { readonly problem: string } => {
  let value: unknown = object;
  for (const key of path.replace(/^\./, "").split(".")) {
    if (value === undefined) return { value };
    if (!isObject(value))
      return { problem: `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected map[string]interface{}` };
    value = value[key];
  }
  return { value };
};

const goText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (isObject(value))
    return `map[${Object.keys(value)
      .sort()
      .map((key) => `${key}:${goText(value[key])}`)
      .join(" ")}]`;
  return value === null ? "<nil>" : `${value}`;
};

const goType = (value: unknown): string => {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : "map[string]interface {}";
};
