import { isSameJson } from "#core/canonical-json.ts";
import { type FieldError, forbiddenField, invalidValue, required } from "../field-error.ts";
import { patternProblem } from "./pattern-problem.ts";
import { type Schema, valuesOf } from "./schema/schema.ts";

type Level = "root" | "item" | "field";

/** Violations of structural schema rules, sorted by text as the server sorts them. */
export const structuralErrors = (schema: Schema, path: string): readonly FieldError[] => {
  const errors = [...invariants(schema, "root", path), ...completeness(schema, schema, path, path)];
  const textOf = ({ field, detail }: FieldError): string => `${field}: ${detail}`;
  return errors.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
};

const invariants = (schema: Schema, level: Level, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (schema.type === "array" && schema.items === undefined) errors.push(required(`${path}.items`, "must be specified"));
  if (schema.items !== undefined) errors.push(...invariants(schema.items, "item", `${path}.items`));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // The metadata of the root has rules of its own.
    if (level === "root" && name === "metadata") continue;
    errors.push(...invariants(property, "field", `${path}.properties[${name}]`));
  }
  const values = valuesOf(schema);
  if (schema.additionalProperties !== undefined && level === "root")
    errors.push(forbiddenField(`${path}.additionalProperties`, "must not be used at the root"));
  if (values !== undefined) errors.push(...invariants(values, "field", `${path}.additionalProperties`));
  errors.push(
    ...typeErrors(schema, level, path),
    ...valueErrors(schema, path, { isIntOrString: isIntOrString(schema) }),
    ...metaErrors(schema, level, path),
  );
  return errors;
};

const UNTYPED: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

const typeErrors = (schema: Schema, level: Level, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const { type } = schema;
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  if (schema["x-kubernetes-int-or-string"] === true && keepsUnknown)
    errors.push(invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, true, "must be false if x-kubernetes-int-or-string is true"));
  if (isEmbedded && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    errors.push(type === undefined ? required(`${path}.type`, detail) : invalidValue(`${path}.type`, type, detail));
  } else if (type === undefined && schema["x-kubernetes-int-or-string"] !== true && !keepsUnknown)
    errors.push(required(`${path}.type`, UNTYPED[level]));
  if (level === "root" && type !== undefined && type !== "object")
    errors.push(invalidValue(`${path}.type`, type, "must be object at the root"));
  if (isEmbedded && !keepsUnknown && Object.keys(schema.properties ?? {}).length === 0)
    errors.push(
      required(
        `${path}.properties`,
        "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
      ),
    );
  return errors;
};

const metaErrors = (schema: Schema, level: Level, path: string): readonly FieldError[] => {
  if (level !== "root" && schema["x-kubernetes-embedded-resource"] !== true) return [];
  const errors: FieldError[] = [];
  for (const name of ["kind", "apiVersion"]) {
    const own = schema.properties?.[name];
    if (own !== undefined && own.type !== "string")
      errors.push(invalidValue(`${path}.properties[${name}].type`, own.type ?? "", "must be string"));
  }
  const metadata = schema.properties?.["metadata"];
  if (metadata === undefined) return errors;
  const place = `${path}.properties[metadata]`;
  if (metadata.type !== "object") errors.push(invalidValue(`${place}.type`, metadata.type ?? "", "must be object"));
  const { type: _type, description: _description, properties = {}, ...others } = metadata;
  const isFree = Object.keys(properties).every((name) => name === "name" || name === "generateName") && Object.keys(others).length === 0;
  if (level === "root" && !isFree)
    errors.push(forbiddenField(place, "must not specify anything other than name and generateName, but metadata is implicitly specified"));
  return errors;
};

const INT_OR_STRING: readonly Schema[] = [{ type: "integer" }, { type: "string" }];

const isIntOrString = ({ anyOf, allOf }: Schema): "anyOf" | "allOf" | undefined => {
  if (isSameJson(anyOf, INT_OR_STRING)) return "anyOf";
  return isSameJson(allOf?.[0]?.anyOf, INT_OR_STRING) ? "allOf" : undefined;
};

const valueErrors = (
  schema: Schema,
  path: string,
  { isIntOrString: skipped }: { readonly isIntOrString: "anyOf" | "allOf" | undefined },
): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (skipped !== "anyOf") errors.push(...(schema.anyOf ?? []).flatMap((nested, i) => nestedErrors(nested, `${path}.anyOf[${i}]`)));
  schema.allOf?.forEach((nested, i) => {
    errors.push(...nestedErrors(skipped === "allOf" && i === 0 ? { ...nested, anyOf: [] } : nested, `${path}.allOf[${i}]`));
  });
  errors.push(...(schema.oneOf ?? []).flatMap((nested, i) => nestedErrors(nested, `${path}.oneOf[${i}]`)));
  if (schema.not !== undefined) errors.push(...nestedErrors(schema.not, `${path}.not`));
  const problem = schema.pattern === undefined ? undefined : patternProblem(schema.pattern);
  if (problem !== undefined)
    errors.push(invalidValue(`${path}.pattern`, schema.pattern, `must be a valid regular expression, but isn't: ${problem}`));
  return errors;
};

/** Errors of structure below a junctor, where only validations are allowed. */
const nestedErrors = (schema: Schema, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [...valueErrors(schema, path, { isIntOrString: undefined })];
  if (schema.items !== undefined) errors.push(...nestedErrors(schema.items, `${path}.items`));
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    errors.push(...nestedErrors(property, `${path}.properties[${name}]`));
  for (const [member, wish] of FORBIDDEN) {
    const value = (schema as Readonly<Record<string, unknown>>)[member];
    if (value !== undefined && value !== false && value !== "")
      errors.push(forbiddenField(`${path}.${member}`, `must be ${wish} to be structural`));
  }
  if (schema.properties?.["metadata"] !== undefined)
    errors.push(forbiddenField(`${path}.properties[metadata]`, "must not be specified in a nested context"));
  return errors;
};

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ["type", "empty"],
  ["additionalProperties", "undefined"],
  ["default", "undefined"],
  ["title", "empty"],
  ["description", "empty"],
  ["nullable", "false"],
  ["x-kubernetes-preserve-unknown-fields", "false"],
  ["x-kubernetes-embedded-resource", "false"],
  ["x-kubernetes-int-or-string", "false"],
  ["x-kubernetes-list-map-keys", "empty"],
  ["x-kubernetes-list-type", "undefined"],
  ["x-kubernetes-map-type", "undefined"],
  ["x-kubernetes-validations", "empty"],
];

/** Errors for fields that a junctor of the root names and the structure does not define. */
const completeness = (nested: Schema, structure: Schema | undefined, structurePath: string, path: string): readonly FieldError[] => {
  if (structure === undefined) return [required(structurePath, `because it is defined in ${path}`)];
  const junctors = [
    ...(nested.not === undefined ? [] : [[nested.not, `${path}.not`] as const]),
    ...(["allOf", "anyOf", "oneOf"] as const).flatMap((name) =>
      (nested[name] ?? []).map((one, i) => [one, `${path}.${name}[${i}]`] as const),
    ),
  ];
  return junctors.flatMap(([one, place]) => nestedCompleteness(one, structure, structurePath, place));
};

const nestedCompleteness = (nested: Schema, structure: Schema | undefined, structurePath: string, path: string): readonly FieldError[] => {
  if (structure === undefined) return [required(structurePath, `because it is defined in ${path}`)];
  return [
    ...completeness(nested, structure, structurePath, path),
    ...(nested.items === undefined ? [] : nestedCompleteness(nested.items, structure.items, `${structurePath}.items`, `${path}.items`)),
    ...Object.entries(nested.properties ?? {}).flatMap(([name, property]) =>
      nestedCompleteness(property, structure.properties?.[name], `${structurePath}.properties[${name}]`, `${path}.properties[${name}]`),
    ),
  ];
};
