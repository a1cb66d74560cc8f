import { isSameJson } from "#core/canonical-json.ts";
import { compileRegex } from "#core/compile-regex.ts";
import { type FieldError, invalidValue, required, tooLong, tooMany, typeInvalid, unsupported } from "../../field-error.ts";
import { hasFormat } from "./formats.ts";
import { goNumber } from "./go-number.ts";
import { childPath, isObject, memberSchema, type Schema, valuesOf } from "./schema.ts";

/**
 * Field errors of a value by its schema, in the words of the server's OpenAPI validator.
 * @param prefix goes before the fields of errors, and not into their texts
 * @param old the value before an update: unchanged parts are not validated again
 */
export const validateValue = (schema: Schema, value: unknown, old?: unknown, prefix = ""): readonly FieldError[] => {
  const run: Run = { prefix };
  return check(run, schema, value, "", old).errors;
};

interface Run {
  readonly prefix: string;
}

/** Errors with the number of checks made: of several failed alternatives the one that got furthest is explained. */
interface Outcome {
  readonly errors: readonly FieldError[];
  readonly checks: number;
}

const check = (run: Run, schema: Schema, value: unknown, path: string, old: unknown): Outcome => {
  if (old !== undefined && isSameJson(value, old)) return FINE;
  const errors: FieldError[] = [];
  let checks = 1;
  const add = (found: readonly FieldError[] | Outcome): void => {
    const outcome = "checks" in found ? found : { errors: found, checks: 1 };
    errors.push(...outcome.errors);
    checks += outcome.checks;
  };
  add(typeErrors(run, schema, value, path));
  if (value === null) {
    add(enumErrors(run, schema, value, path));
    return { errors, checks };
  }
  add(junctors(run, schema, value, path, old));
  if (typeof value === "string") add(textErrors(run, schema, value, path));
  if (typeof value === "number") add(numberErrors(run, schema, value, path));
  if (Array.isArray(value)) add(listErrors(run, schema, value, path, old));
  add(enumErrors(run, schema, value, path));
  if (isObject(value)) add(objectErrors(run, schema, value, path, old));
  return { errors, checks };
};

const FINE: Outcome = Object.freeze({ errors: [], checks: 1 });

/** The field of an error: the path below the prefix. */
const at = ({ prefix }: Run, path: string): string => (path === "" ? prefix : childPath(prefix, path));

const typeErrors = (run: Run, schema: Schema, value: unknown, path: string): readonly FieldError[] => {
  const wanted = schema["x-kubernetes-int-or-string"] === true ? ["integer", "string"] : schema.type === undefined ? [] : [schema.type];
  if (wanted.length === 0) return [];
  const given = typeName(value);
  if (value === null ? schema.nullable === true : wanted.includes(given) || (given === "integer" && wanted.includes("number"))) return [];
  return [typeInvalid(at(run, path), given, `${path} in body must be of type ${wanted.join(",")}: ${JSON.stringify(given)}`)];
};

const typeName = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
};

const textErrors = (run: Run, schema: Schema, text: string, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const { minLength, maxLength, pattern, format } = schema;
  const length = [...text].length;
  if (maxLength !== undefined && length > maxLength) errors.push(tooLong(at(run, path), maxLength));
  else if (minLength !== undefined && length < minLength)
    errors.push(invalidValue(at(run, path), text, `${path} in body should be at least ${minLength} chars long`));
  else if (pattern !== undefined && !matchesPattern(pattern, text))
    errors.push(invalidValue(at(run, path), text, `${path} in body should match '${pattern}'`));
  if (format !== undefined && !hasFormat(format, text))
    errors.push(typeInvalid(at(run, path), text, `${path} in body must be of type ${format}: ${JSON.stringify(text)}`));
  return errors;
};

const matchesPattern = (pattern: string, text: string): boolean => {
  let test = patterns.get(pattern);
  if (test === undefined) {
    test = compileRegex(pattern);
    patterns.set(pattern, test);
  }
  return test(text);
};

/** Compiled patterns: a cache of constants. */
const patterns = new Map<string, (text: string) => boolean>();

const numberErrors = (run: Run, schema: Schema, value: number, path: string): readonly FieldError[] => {
  const { multipleOf, maximum, minimum, exclusiveMaximum, exclusiveMinimum } = schema;
  const errors: FieldError[] = [];
  const refuse = (rule: string): void => void errors.push(invalidValue(at(run, path), value, `${path} in body should be ${rule}`));
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) refuse(`a multiple of ${goNumber(multipleOf)}`);
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
    refuse(`less than ${exclusiveMaximum ? "" : "or equal to "}${goNumber(maximum)}`);
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum))
    refuse(`greater than ${exclusiveMinimum ? "" : "or equal to "}${goNumber(minimum)}`);
  return errors;
};

const enumErrors = (run: Run, { enum: allowed, nullable }: Schema, value: unknown, path: string): readonly FieldError[] => {
  if (allowed === undefined || (value === null && nullable === true) || allowed.some((one) => isSameJson(one, value))) return [];
  const shown = allowed.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return [unsupported(at(run, path), value, shown)];
};

const listErrors = (run: Run, schema: Schema, list: readonly unknown[], path: string, old: unknown): Outcome => {
  const errors: FieldError[] = [];
  let checks = 0;
  const { items, minItems, maxItems } = schema;
  const before = Array.isArray(old) ? correlated(schema, old) : undefined;
  list.forEach((item, i) => {
    if (items === undefined) return;
    const outcome = check(run, items, item, `${path}[${i}]`, before?.(item));
    errors.push(...outcome.errors);
    checks += outcome.checks;
  });
  if (minItems !== undefined && list.length < minItems)
    errors.push(invalidValue(at(run, path), list.length, `${path} in body should have at least ${minItems} items`));
  if (maxItems !== undefined && list.length > maxItems) errors.push(tooMany(at(run, path), list.length, maxItems));
  return { errors, checks: checks + 1 };
};

/**
 * Function that finds the old element of a list with keys by its keys; undefined for lists without keys, whose elements cannot be
 * correlated.
 */
const correlated = (schema: Schema, old: readonly unknown[]): ((item: unknown) => unknown) | undefined => {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (schema["x-kubernetes-list-type"] !== "map") return undefined;
  return (item) => old.find((one) => isObject(one) && isObject(item) && keys.every((key) => isSameJson(one[key], item[key])));
};

const objectErrors = (run: Run, schema: Schema, object: Readonly<Record<string, unknown>>, path: string, old: unknown): Outcome => {
  const errors: FieldError[] = [];
  let checks = 1;
  const { minProperties, maxProperties } = schema;
  const count = Object.keys(object).length;
  if (minProperties !== undefined && count < minProperties)
    errors.push(invalidValue(at(run, path), count, `${path} in body should have at least ${minProperties} properties`));
  if (maxProperties !== undefined && count > maxProperties) errors.push(tooMany(at(run, path), count, maxProperties));
  for (const key of membersInOrder(schema, object)) {
    const own = memberSchema(schema, key);
    if (own === undefined) continue;
    const outcome = check(run, own, object[key], childPath(path, key), isObject(old) ? old[key] : undefined);
    errors.push(...outcome.errors);
    checks += outcome.checks;
  }
  for (const key of schema.required ?? []) if (object[key] === undefined) errors.push(required(at(run, childPath(path, key))));
  return { errors, checks };
};

/** Members of a map first, as they come; then the properties in the order of the schema. */
const membersInOrder = (schema: Schema, object: Readonly<Record<string, unknown>>): readonly string[] => {
  const properties = schema.properties ?? {};
  const free = valuesOf(schema) === undefined ? [] : Object.keys(object).filter((key) => !Object.hasOwn(properties, key));
  return [...free, ...Object.keys(properties).filter((key) => object[key] !== undefined)];
};

/** anyOf, oneOf, allOf and not. */
const junctors = (run: Run, schema: Schema, value: unknown, path: string, old: unknown): Outcome => {
  const errors: FieldError[] = [];
  let checks = 1;
  const compose = (text: string): void =>
    void errors.push(invalidValue(run.prefix === "" ? "<nil>" : run.prefix, "", `${JSON.stringify(path)} ${text}`));
  const explain = (outcome: Outcome | undefined): void => {
    errors.push(...(outcome?.errors ?? []));
    checks += outcome?.checks ?? 0;
  };
  const outcomes = (schemas: readonly Schema[] = []): readonly Outcome[] => schemas.map((one) => check(run, one, value, path, undefined));
  const isIntOrString = schema["x-kubernetes-int-or-string"] === true;
  const any = isIntOrString ? [] : outcomes(schema.anyOf);
  if (any.length > 0 && !any.some(isFine)) {
    compose("must validate at least one schema (anyOf)");
    explain(furthest(any));
  }
  const one = outcomes(schema.oneOf);
  const fits = one.filter(isFine).length;
  if (one.length > 0 && fits !== 1) {
    compose(`must validate one and only one schema (oneOf). Found ${fits === 0 ? "none valid" : `${fits} valid alternatives`}`);
    if (fits === 0) explain(furthest(one));
  }
  const all = (schema.allOf ?? []).map((each) => check(run, isIntOrString ? { ...each, anyOf: [] } : each, value, path, old));
  for (const outcome of all) explain(outcome);
  if (!all.every(isFine)) compose(`must validate all the schemas (allOf)${all.some(isFine) ? "" : ". None validated"}`);
  if (schema.not !== undefined && isFine(check(run, schema.not, value, path, undefined))) compose("must not validate the schema (not)");
  return { errors, checks };
};

const isFine = ({ errors }: Outcome): boolean => errors.length === 0;

const furthest = (outcomes: readonly Outcome[]): Outcome | undefined =>
  outcomes.reduce<Outcome | undefined>((best, outcome) => (best === undefined || outcome.checks > best.checks ? outcome : best), undefined);
