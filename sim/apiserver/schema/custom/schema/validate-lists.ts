import { canonicalJson } from "#core/canonical-json.ts";
import { duplicate, type FieldError } from "../../field-error.ts";
import { childPath, isObject, memberSchema, type Schema } from "./schema.ts";

/** Field errors of duplicates in sets and in lists with keys. */
export const validateLists = (schema: Schema | undefined, value: unknown, path = ""): readonly FieldError[] => {
  if (schema === undefined) return [];
  if (Array.isArray(value))
    return [...duplicatesIn(schema, value, path), ...value.flatMap((item, i) => validateLists(schema.items, item, `${path}[${i}]`))];
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const isProperty = Object.hasOwn(schema.properties ?? {}, key);
    return validateLists(memberSchema(schema, key), value[key], isProperty ? childPath(path, key) : `${path}[${key}]`);
  });
};

const duplicatesIn = (schema: Schema, list: readonly unknown[], path: string): readonly FieldError[] => {
  const type = schema["x-kubernetes-list-type"];
  if (type !== "set" && type !== "map") return [];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const identities = list.map((item) => (type === "set" ? item : keysOf(item, keys)));
  const seen = new Map<string, number>();
  return identities.flatMap((identity, i) => {
    const text = canonicalJson(identity);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    // Only the first repetition is named.
    return times === 2 ? [duplicate(`${path}[${i}]`, identity)] : [];
  });
};

const keysOf = (item: unknown, keys: readonly string[]): unknown =>
  Object.fromEntries(isObject(item) ? keys.filter((key) => item[key] !== undefined).map((key) => [key, item[key]]) : []);
