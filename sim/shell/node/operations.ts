import { isBuffer, isCallable, isErrorValue, throwError } from "./values.ts";

/** The text of a value, as a template or `String()` gives it. */
export const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => (item === null || item === undefined ? "" : toText(item))).join(",");
  if (isErrorValue(value)) return value.message === "" ? value.name : `${value.name}: ${value.message}`;
  if (isBuffer(value)) return value.bytes;
  if (isCallable(value)) return "function () { [native code] }";
  if (value instanceof RegExp) return `${value}`;
  if (typeof value === "object" && value !== null) return "[object Object]";
  return `${value as string}`;
};

/** The number that a value is taken for. */
export const toNumber = (value: unknown): number => (typeof value === "object" && value !== null ? Number(toText(value)) : Number(value));

export const typeName = (value: unknown): string => (isCallable(value) ? "function" : typeof value);

const add = (left: unknown, right: unknown): unknown => {
  const isText = [left, right].some((value) => typeof value === "string" || (typeof value === "object" && value !== null));
  if (isText) return toText(left) + toText(right);
  return typeof left === "bigint" && typeof right === "bigint" ? left + right : toNumber(left) + toNumber(right);
};

const compare = (operator: string, left: unknown, right: unknown): boolean => {
  const [a, b] = typeof left === "string" && typeof right === "string" ? [left, right] : [toNumber(left), toNumber(right)];
  return operator === "<" ? a < b : operator === ">" ? a > b : operator === "<=" ? a <= b : a >= b;
};

const looseEquals = (left: unknown, right: unknown): boolean => {
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  if (typeof left === typeof right) return left === right;
  return toNumber(left) === toNumber(right);
};

/** What an operator of two values gives; those that look into objects are the evaluator's. */
export const operate = (operator: string, left: unknown, right: unknown): unknown => {
  switch (operator) {
    case "+":
      return add(left, right);
    case "===":
      return left === right;
    case "!==":
      return left !== right;
    case "==":
      return looseEquals(left, right);
    case "!=":
      return !looseEquals(left, right);
    case "<":
    case ">":
    case "<=":
    case ">=":
      return compare(operator, left, right);
    default:
      if (typeof left === "bigint" && typeof right === "bigint") return operateBig(operator, left, right);
      if (typeof left === "bigint" || typeof right === "bigint") return throwError("TypeError", MIXED);
      return NUMERIC[operator]?.(toNumber(left), toNumber(right));
  }
};

const NUMERIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "**": (left, right) => left ** right,
  "<<": (left, right) => left << right,
  ">>": (left, right) => left >> right,
  ">>>": (left, right) => left >>> right,
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
};

const MIXED = "Cannot mix BigInt and other types, use explicit conversions";

const operateBig = (operator: string, left: bigint, right: bigint): bigint => {
  if ((operator === "**" && right < 0n) || ((operator === "/" || operator === "%") && right === 0n))
    return throwError("RangeError", operator === "**" ? "Exponent must be non-negative" : "Division by zero");
  const isGreat = operator === "**" ? BigInt(left.toString(2).length) * right > BITS_MAX : operator === "<<" && right > BITS_MAX;
  if (isGreat) return throwError("RangeError", "Maximum BigInt size exceeded");
  return BIG[operator]?.(left, right) ?? throwError("TypeError", "BigInts have no unsigned right shift, use >> instead");
};

/** Numbers beyond would take the model longer than a turn may. */
const BITS_MAX = 100_000n;

const BIG: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "**": (left, right) => left ** right,
  "<<": (left, right) => left << right,
  ">>": (left, right) => left >> right,
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
};
