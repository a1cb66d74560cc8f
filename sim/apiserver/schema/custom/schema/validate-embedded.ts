import { dns1035Problems } from "#kube/objects/names.ts";
import { type FieldError, invalidValue, required } from "../../field-error.ts";
import { childPath, isObject, memberSchema, type Schema } from "./schema.ts";

/** Field errors of embedded resources, which need an apiVersion and a kind. */
export const validateEmbedded = (schema: Schema | undefined, value: unknown, path = ""): readonly FieldError[] => {
  if (schema === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item, i) => validateEmbedded(schema.items, item, `${path}[${i}]`));
  if (!isObject(value)) return [];
  const own = schema["x-kubernetes-embedded-resource"] === true ? typeErrors(value, path) : [];
  const inner = Object.keys(value).flatMap((key) => validateEmbedded(memberSchema(schema, key), value[key], childPath(path, key)));
  return [...own, ...inner];
};

const typeErrors = (value: Readonly<Record<string, unknown>>, path: string): readonly FieldError[] =>
  ["apiVersion", "kind"].flatMap((key) => {
    const field = childPath(path, key);
    const given = value[key];
    if (given === undefined) return [required(field)];
    if (typeof given !== "string") return [invalidValue(field, given, "must be a string")];
    if (given === "") return [invalidValue(field, "", "must not be empty")];
    const problem = key === "kind" ? dns1035Problems(given.toLowerCase())[0] : undefined;
    return problem === undefined ? [] : [invalidValue(field, given, `may have mixed case, but should otherwise match: ${problem}`)];
  });
