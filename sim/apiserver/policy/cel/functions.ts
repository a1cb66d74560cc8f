import { compileRegex } from "#core/compile-regex.ts";
import { parseGoDuration } from "#core/go-duration.ts";
import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import { parseQuantity, QUANTITY_ERROR } from "#kube/objects/quantity.ts";
import { accessFunctions } from "./access-question.ts";
import { CelError, Double } from "./expression.ts";
import { listFunctions } from "./list-functions.ts";
import { textFunctions } from "./text-functions.ts";
import { Amount, compare, EMPTY, isMap, numberOf, Optional, Time } from "./values.ts";

/** Calls a function, or a method of `target`. @throws CelError `no such overload` */
export const callFunction = (name: string, target: unknown, args: readonly unknown[], isOptionalLibrary = false): unknown => {
  if (isOptionalLibrary) return name === "none" ? EMPTY : makeOptional(name, args[0]);
  const values = target === undefined ? args : [target, ...args];
  const found = FUNCTIONS[name];
  const result = found?.(...values);
  if (result === undefined)
    throw new CelError(found === undefined ? `undeclared reference to '${name}' (in container '')` : "no such overload");
  return result;
};

/** True for the name of a function or method that there is. */
export const isFunction = (name: string): boolean => Object.hasOwn(FUNCTIONS, name);

/** Implementation of a function; returns undefined for arguments of wrong types. */
type Implementation = (...args: readonly unknown[]) => unknown;

const size: Implementation = (value) => {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isMap(value) ? Object.keys(value).filter((key) => value[key] !== undefined).length : undefined;
};

const toInt: Implementation = (value) => {
  if (value instanceof Time) return Math.trunc(value.ms / 1000);
  if (typeof value === "string") {
    if (!/^[+-]?\d+$/.test(value)) throw new CelError(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
    return Number(value);
  }
  const number = numberOf(value);
  return number === undefined ? undefined : Math.trunc(number);
};

const toDouble: Implementation = (value) => {
  const number = typeof value === "string" ? Number(value) : numberOf(value);
  return number === undefined || Number.isNaN(number) ? undefined : new Double(number);
};

const toText: Implementation = (value) => {
  if (value instanceof Time) return value.kind === "timestamp" ? toTimestamp(value.ms) : `${value.ms / 1000}s`;
  if (value instanceof Amount) return value.text;
  const number = numberOf(value);
  if (number !== undefined) return `${number}`;
  return typeof value === "string" || typeof value === "boolean" ? `${value}` : undefined;
};

const typeOf: Implementation = (value) => {
  if (value === null) return "null_type";
  if (Array.isArray(value)) return "list";
  if (value instanceof Double) return "double";
  if (typeof value === "number") return "int";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : "map";
};

const toTime: Implementation = (text) => {
  const ms = typeof text === "string" ? parseTimestamp(text) : undefined;
  if (ms === undefined) throw new CelError(`invalid timestamp ${JSON.stringify(text)}`);
  return new Time("timestamp", ms);
};

const toDuration: Implementation = (text) => {
  if (typeof text !== "string") return undefined;
  const ms = parseGoDuration(text);
  if (ms === undefined) throw new CelError(`time: invalid duration ${JSON.stringify(text)}`);
  return new Time("duration", ms);
};

const toAmount: Implementation = (text) => {
  const parsed = typeof text === "string" ? parseQuantity(text) : undefined;
  if (parsed === undefined) throw new CelError(QUANTITY_ERROR);
  return new Amount(text as string, Number(parsed.nanos) / 1e9);
};

const isAmount: Implementation = (text) => typeof text === "string" && parseQuantity(text) !== undefined;

const duration =
  (ms: number): Implementation =>
  (value) =>
    value instanceof Time && value.kind === "duration" ? Math.trunc(value.ms / ms) : undefined;

const orderOf =
  (holds: (order: number) => boolean): Implementation =>
  (a, b) =>
    a instanceof Amount && b instanceof Amount ? holds(compare(a, b)) : undefined;

const matches: Implementation = (text, pattern) => {
  if (typeof text !== "string" || typeof pattern !== "string") return undefined;
  try {
    return compileRegex(pattern)(text);
  } catch (cause) {
    throw new CelError((cause as Error).message);
  }
};

const makeOptional = (name: string, value: unknown): Optional =>
  name === "ofNonZeroValue" && (value === null || value === "" || value === 0 || value === false || size(value) === 0)
    ? EMPTY
    : new Optional(true, value);

const FUNCTIONS: Readonly<Record<string, Implementation>> = {
  ...textFunctions,
  ...listFunctions,
  ...accessFunctions,
  size,
  matches,
  int: toInt,
  uint: toInt,
  double: toDouble,
  string: toText,
  bool: (value) => (value === "true" || value === true ? true : value === "false" || value === false ? false : undefined),
  type: typeOf,
  dyn: (value) => value,
  timestamp: toTime,
  duration: toDuration,
  quantity: toAmount,
  isQuantity: isAmount,
  isGreaterThan: orderOf((order) => order > 0),
  isLessThan: orderOf((order) => order < 0),
  compareTo: (a, b) => (a instanceof Amount && b instanceof Amount ? Math.sign(compare(a, b)) : undefined),
  asInteger: (a) => (a instanceof Amount ? a.value : undefined),
  getSeconds: duration(1_000),
  getMinutes: duration(60_000),
  getHours: duration(3_600_000),
  hasValue: (value) => (value instanceof Optional ? value.isPresent : undefined),
  value: (value) => {
    if (value instanceof Optional && !value.isPresent) throw new CelError("optional.none() dereference");
    return value instanceof Optional ? value.value : undefined;
  },
  orValue: (value, other) => (value instanceof Optional ? (value.isPresent ? value.value : other) : undefined),
  or: (value, other) => (value instanceof Optional ? (value.isPresent ? value : other) : undefined),
};
