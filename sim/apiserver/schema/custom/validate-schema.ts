import { isSameJson } from "#core/canonical-json.ts";
import { compileCel, isProgram } from "../../policy/cel/compile.ts";
import { type FieldError, forbiddenField, invalidValue, required, unsupported } from "../field-error.ts";
import { pruneUnknown } from "./schema/prune.ts";
import { type Schema, type ValidationRule, valuesOf } from "./schema/schema.ts";
import { validateValue } from "./schema/validate-value.ts";
import { structuralErrors } from "./structural-errors.ts";

/** Field errors of a schema: its structure first, then its defaults, then everything else. */
export const validateSchema = (schema: Schema, path: string): readonly FieldError[] => {
  // What has no structural form at all is told by the other checks alone.
  const structural = hasStructure(schema) ? structuralErrors(schema, path) : [];
  const first = structural.length > 0 ? structural : defaultErrors(schema, path);
  const root = schema.nullable === true ? [forbiddenField(`${path}.nullable`, "nullable cannot be true at the root")] : [];
  const rest = schemaErrors(schema, path, { isRoot: true, checksRules: first.length === 0, root: schema });
  return [...root, ...first, ...rest];
};

const hasStructure = (schema: Schema): boolean => {
  if (schema["x-kubernetes-preserve-unknown-fields"] === false || UNSUPPORTED.some((member) => Object.hasOwn(schema, member))) return false;
  const inner = [schema.items, valuesOf(schema), ...Object.values(schema.properties ?? {})];
  return inner.every((one) => one === undefined || hasStructure(one));
};

interface Surroundings {
  readonly isRoot: boolean;
  readonly checksRules: boolean;
  readonly root: Schema;
}

const schemaErrors = (schema: Schema, path: string, around: Surroundings): readonly FieldError[] => {
  const errors: FieldError[] = [...plainErrors(schema, path)];
  const inner = { ...around, isRoot: false };
  const values = valuesOf(schema);
  if (values !== undefined) errors.push(...schemaErrors(values, `${path}.additionalProperties`, inner));
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    errors.push(...schemaErrors(property, `${path}.properties[${name}]`, inner));
  if (schema.items !== undefined) errors.push(...schemaErrors(schema.items, `${path}.items`, inner));
  errors.push(...listErrors(schema, path));
  const rules = around.checksRules ? (schema["x-kubernetes-validations"] ?? []) : [];
  errors.push(...rules.flatMap((rule, i) => ruleErrors(schema, rule, `${path}.x-kubernetes-validations[${i}]`, around)));
  return errors;
};

const TYPES = ["array", "boolean", "integer", "number", "object", "string"];

const plainErrors = (schema: Schema, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const { type, properties, additionalProperties, uniqueItems } = schema;
  if (type !== undefined && !TYPES.includes(type)) errors.push(unsupported(`${path}.type`, type, TYPES));
  for (const member of UNSUPPORTED)
    if ((schema as Readonly<Record<string, unknown>>)[member] !== undefined)
      errors.push(forbiddenField(`${path}.${member}`, `${member} is not supported`));
  if (uniqueItems === true)
    errors.push(forbiddenField(`${path}.uniqueItems`, "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
  if (additionalProperties !== undefined && additionalProperties !== true && Object.keys(properties ?? {}).length > 0)
    errors.push(forbiddenField(`${path}.additionalProperties`, "additionalProperties and properties are mutual exclusive"));
  if (schema["x-kubernetes-preserve-unknown-fields"] === false)
    errors.push(invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, "must be true or undefined"));
  return errors;
};

const UNSUPPORTED = ["id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref"];

const listErrors = (schema: Schema, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const mapType = schema["x-kubernetes-map-type"];
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const needsType = (wanted: string, extension: string): void => {
    const detail = `must be ${wanted} if ${extension} is specified`;
    errors.push(schema.type === undefined ? required(`${path}.type`, detail) : invalidValue(`${path}.type`, schema.type, detail));
  };
  if (mapType !== undefined && schema.type !== "object") needsType("object", "x-kubernetes-map-type");
  if (mapType !== undefined && !["atomic", "granular"].includes(mapType))
    errors.push(unsupported(`${path}.x-kubernetes-map-type`, mapType, ["atomic", "granular"]));
  if (listType !== undefined && schema.type !== "array") needsType("array", "x-kubernetes-list-type");
  else if (listType === "set" && schema.items?.type === "object" && schema.items["x-kubernetes-map-type"] !== "atomic")
    errors.push(
      invalidValue(`${path}.items.x-kubernetes-map-type`, null, "must be atomic as item of a list with x-kubernetes-list-type=set"),
    );
  if (listType !== undefined && !["atomic", "set", "map"].includes(listType))
    errors.push(unsupported(`${path}.x-kubernetes-list-type`, listType, ["atomic", "set", "map"]));
  if (keys.length > 0 && listType !== "map") {
    const detail = "must be map if x-kubernetes-list-map-keys is non-empty";
    errors.push(
      listType === undefined
        ? required(`${path}.x-kubernetes-list-type`, detail)
        : invalidValue(`${path}.x-kubernetes-list-type`, listType, detail),
    );
  }
  if (listType === "map") errors.push(...keyErrors(schema, keys, path));
  return errors;
};

const keyErrors = ({ items }: Schema, keys: readonly string[], path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (keys.length === 0) errors.push(required(`${path}.x-kubernetes-list-map-keys`, "must not be empty if x-kubernetes-list-type is map"));
  if (items === undefined) return [...errors, required(`${path}.items`, "must have a schema if x-kubernetes-list-type is map")];
  if (items.type !== "object")
    return [
      ...errors,
      invalidValue(`${path}.items.type`, items.type ?? "", "must be object if parent array's x-kubernetes-list-type is map"),
    ];
  for (const key of keys) {
    const own = items.properties?.[key];
    if (own === undefined) {
      errors.push(invalidValue(`${path}.x-kubernetes-list-map-keys`, keys, "entries must all be names of item properties"));
      continue;
    }
    if (own.type === "array" || own.type === "object")
      errors.push(
        invalidValue(
          `${path}.items.properties[${key}].type`,
          items.type,
          "must be a scalar type if parent array's x-kubernetes-list-type is map",
        ),
      );
    if (items.required?.includes(key) !== true && own.default === undefined)
      errors.push(
        required(
          `${path}.items.properties[${key}].default`,
          "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
        ),
      );
  }
  return errors;
};

/** Field errors of defaults that violate their own schema, or would be pruned. */
const defaultErrors = (schema: Schema, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (schema.default !== undefined) {
    if (!isSameJson(pruneUnknown(schema, schema.default).value, schema.default))
      errors.push(invalidValue(`${path}.default`, schema.default, "must not have unknown fields"));
    errors.push(...validateValue(schema, schema.default, undefined, `${path}.default`));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    errors.push(...defaultErrors(property, `${path}.properties[${name}]`));
  if (schema.items !== undefined) errors.push(...defaultErrors(schema.items, `${path}.items`));
  return errors;
};

const ruleErrors = (schema: Schema, rule: ValidationRule, path: string, { isRoot }: Surroundings): readonly FieldError[] => {
  if (!rule.rule?.trim()) return [required(path, "rule is not specified")];
  const self = isRoot ? withTypeFields(schema) : schema;
  const program = compileCel(rule.rule, { self, oldSelf: self });
  if (!isProgram(program)) return [invalidValue(`${path}.rule`, rule.rule, program.problem)];
  if (rule.messageExpression === undefined) return [];
  const message = compileCel(rule.messageExpression, { self, oldSelf: self });
  return isProgram(message)
    ? []
    : [invalidValue(`${path}.messageExpression`, rule.messageExpression, `messageExpression ${message.problem}`)];
};

/** At the root a rule sees the type and the name as well. */
const withTypeFields = (schema: Schema): Schema => ({
  ...schema,
  properties: {
    ...schema.properties,
    apiVersion: TEXT,
    kind: TEXT,
    metadata: { type: "object", properties: { name: TEXT, generateName: TEXT } },
  },
});

const TEXT: Schema = Object.freeze({ type: "string" });
