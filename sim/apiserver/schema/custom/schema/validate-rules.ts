import { isSameJson } from "#core/canonical-json.ts";
import { compileCel, isProgram } from "../../../policy/cel/compile.ts";
import { CelError } from "../../../policy/cel/expression.ts";
import { EMPTY, Optional } from "../../../policy/cel/values.ts";
import { duplicate, type FieldError, forbiddenField, invalidUnshown, invalidValue, required } from "../../field-error.ts";
import { childPath, isObject, memberSchema, type Schema, type ValidationRule } from "./schema.ts";

/** Field errors of the schema's CEL rules; `old` is the value before an update. */
export const validateRules = (schema: Schema | undefined, value: unknown, old: unknown, path = ""): readonly FieldError[] => {
  if (schema === undefined || value === null || value === undefined) return [];
  const own = (schema["x-kubernetes-validations"] ?? []).flatMap((rule) => ruleErrors(schema, rule, value, old, path));
  const composed = (schema.allOf ?? []).flatMap((part) =>
    (part["x-kubernetes-validations"] ?? []).flatMap((rule) => ruleErrors(schema, rule, value, old, path)),
  );
  return [...own, ...composed, ...below(schema, value, old, path)];
};

const below = (schema: Schema, value: unknown, old: unknown, path: string): readonly FieldError[] => {
  if (Array.isArray(value))
    return value.flatMap((item, i) => validateRules(schema.items, item, oldItem(schema, item, old), `${path}[${i}]`));
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const isProperty = Object.hasOwn(schema.properties ?? {}, key);
    const before = isObject(old) ? old[key] : undefined;
    return validateRules(memberSchema(schema, key), value[key], before, isProperty ? childPath(path, key) : `${path}[${key}]`);
  });
};

/** Old element with the same keys; undefined in lists without keys. */
const oldItem = (schema: Schema, item: unknown, old: unknown): unknown => {
  if (schema["x-kubernetes-list-type"] !== "map" || !Array.isArray(old) || !isObject(item)) return undefined;
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return old.find((one) => isObject(one) && keys.every((key) => isSameJson(one[key], item[key])));
};

const ruleErrors = (schema: Schema, rule: ValidationRule, value: unknown, old: unknown, path: string): readonly FieldError[] => {
  const program = compileCel(rule.rule);
  if (!isProgram(program)) return [invalidValue(place(path), schema.type ?? "", `rule compile error: ${program.problem}`)];
  const readsOld = program.names.has("oldSelf");
  if (readsOld && old === undefined && rule.optionalOldSelf !== true) return [];
  // What did not change is not held to rules that came later.
  if (!readsOld && old !== undefined && isSameJson(value, old)) return [];
  const oldSelf = rule.optionalOldSelf === true ? (old === undefined ? EMPTY : new Optional(true, old)) : old;
  try {
    if (program.run({ self: value, oldSelf }) === true) return [];
  } catch (cause) {
    if (!(cause instanceof CelError)) throw cause;
    return [invalidValue(place(path), schema.type ?? "", failureText(cause.message, rule))];
  }
  const field = rule.fieldPath === undefined ? path : childPath(path, rule.fieldPath.replace(/^\./, ""));
  return [errorFor(rule, place(field), value, detailOf(rule, value, oldSelf))];
};

const place = (path: string): string => (path === "" ? "<nil>" : path);

const failureText = (problem: string, rule: ValidationRule): string =>
  problem.startsWith("no such overload")
    ? `'${problem}': call arguments did not match a supported operator, function or macro signature for rule: ${ruleText(rule)}`
    : `${problem} evaluating rule: ${ruleText(rule)}`;

const ruleText = ({ message, rule }: ValidationRule): string => (message?.trim() ? message.trim() : rule.trim());

const detailOf = (rule: ValidationRule, self: unknown, oldSelf: unknown): string => {
  const fallback = rule.message?.trim() ? rule.message.trim() : `failed rule: ${rule.rule.trim()}`;
  if (rule.messageExpression === undefined) return fallback;
  const program = compileCel(rule.messageExpression);
  if (!isProgram(program)) return fallback;
  try {
    const text = program.run({ self, oldSelf });
    return typeof text === "string" && text.trim() !== "" && !text.includes("\n") ? text : fallback;
  } catch (cause) {
    if (!(cause instanceof CelError)) throw cause;
    return fallback;
  }
};

const errorFor = ({ reason }: ValidationRule, field: string, value: unknown, detail: string): FieldError => {
  if (reason === "FieldValueForbidden") return forbiddenField(field, detail);
  if (reason === "FieldValueRequired") return required(field, detail);
  if (reason === "FieldValueDuplicate") return duplicate(field, value);
  return typeof value === "object" ? invalidUnshown(field, detail) : invalidValue(field, value, detail);
};
