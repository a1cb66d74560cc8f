import { charge, chargeItems, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { AccessAnswer, AccessQuestion } from "./access-question.ts";
import { CelError, Double } from "./expression.ts";

/** A value that may be absent. */
export class Optional {
  readonly isPresent: boolean;
  readonly value: unknown;

  constructor(isPresent: boolean, value: unknown) {
    this.isPresent = isPresent;
    this.value = value;
  }
}

/** The absent value. */
export const EMPTY = new Optional(false, undefined);

/** A point in time or a span, in milliseconds. */
export class Time {
  readonly kind: "timestamp" | "duration";
  readonly ms: number;

  constructor(kind: "timestamp" | "duration", ms: number) {
    this.kind = kind;
    this.ms = ms;
  }
}

/** A Kubernetes amount. */
export class Amount {
  readonly text: string;
  readonly value: number;

  constructor(text: string, value: number) {
    this.text = text;
    this.value = value;
  }
}

/** True for a map. */
export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !OPAQUE.some((type) => value instanceof type);

/** Classes of values that have methods and no keys. */
const OPAQUE = [Double, Optional, Time, Amount, AccessQuestion, AccessAnswer];

/** Equality of CEL: deep, and across the kinds of numbers. */
export const equals = (a: unknown, b: unknown): boolean => {
  charge(STEP_UNITS);
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined || y !== undefined) return x === y;
  if (a instanceof Time || a instanceof Amount) return compare(a, b) === 0;
  if (a instanceof Optional) return b instanceof Optional && a.isPresent === b.isPresent && equals(a.value, b.value);
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => equals(item, b[i]));
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  return (
    keys.length === Object.keys(b).filter((key) => b[key] !== undefined).length &&
    keys.every((key) => Object.hasOwn(b, key) && equals(a[key], b[key]))
  );
};

/** A binary operator other than the logical ones. @throws CelError `no such overload` */
export const operate = (operator: string, a: unknown, b: unknown): unknown => {
  switch (operator) {
    case "==":
      return equals(a, b);
    case "!=":
      return !equals(a, b);
    case "<":
      return compare(a, b) < 0;
    case "<=":
      return compare(a, b) <= 0;
    case ">":
      return compare(a, b) > 0;
    case ">=":
      return compare(a, b) >= 0;
    case "+":
      return add(a, b);
    default:
      return calculate(operator, a, b);
  }
};

/** Negative, zero or positive. @throws CelError for values that have no order */
export const compare = (a: unknown, b: unknown): number => {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== undefined && y !== undefined) return x - y;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Time && b instanceof Time && a.kind === b.kind) return a.ms - b.ms;
  if (a instanceof Amount && b instanceof Amount) return a.value - b.value;
  throw new CelError("no such overload");
};

/** The number in an int or a double; undefined for everything else. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" ? value : value instanceof Double ? value.value : undefined;

const add = (a: unknown, b: unknown): unknown => {
  if (typeof a === "string" && typeof b === "string") {
    chargeText(a.length + b.length);
    return a + b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    chargeItems(a.length + b.length);
    return [...a, ...b];
  }
  if (a instanceof Time && b instanceof Time && (a.kind === "duration" || b.kind === "duration"))
    return new Time(a.kind === b.kind ? a.kind : "timestamp", a.ms + b.ms);
  return calculate("+", a, b);
};

const calculate = (operator: string, a: unknown, b: unknown): unknown => {
  if (operator === "-" && a instanceof Time && b instanceof Time)
    return new Time(a.kind === b.kind ? "duration" : "timestamp", a.ms - b.ms);
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === undefined || y === undefined || a instanceof Double !== b instanceof Double) throw new CelError("no such overload");
  if (a instanceof Double) return new Double(floating(operator, x, y));
  if (y === 0 && operator === "/") throw new CelError("division by zero");
  if (y === 0 && operator === "%") throw new CelError("modulus by zero");
  return Math.trunc(floating(operator, x, y));
};

const floating = (operator: string, x: number, y: number): number => {
  if (operator === "+") return x + y;
  if (operator === "-") return x - y;
  if (operator === "*") return x * y;
  return operator === "/" ? x / y : x % y;
};
