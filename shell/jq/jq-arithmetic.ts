import { JqFailure, typeName } from "./jq-value.ts";

/** `+`, `-`, `*`, `/` and `%` between two values. */
export const JQ_OPERATORS: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  "+": (a, b) => {
    if (a === null || a === undefined) return b ?? null;
    if (b === null || b === undefined) return a;
    if (typeof a === "number" && typeof b === "number") return a + b;
    if (typeof a === "string" && typeof b === "string") return a + b;
    if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
    if (typeName(a) === "object" && typeName(b) === "object") return { ...(a as object), ...(b as object) };
    throw cannot(a, b, "added");
  },
  "-": (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (Array.isArray(a) && Array.isArray(b)) return a.filter((item) => !b.some((other) => JSON.stringify(other) === JSON.stringify(item)));
    throw cannot(a, b, "subtracted");
  },
  "*": (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a * b;
    throw cannot(a, b, "multiplied");
  },
  "/": (a, b) => {
    if (typeof a === "string" && typeof b === "string") return a.split(b);
    if (typeof a !== "number" || typeof b !== "number") throw cannot(a, b, "divided");
    if (b === 0) throw cannot(a, b, "divided because the divisor is zero");
    return a / b;
  },
  "%": (a, b) => {
    if (typeof a !== "number" || typeof b !== "number") throw cannot(a, b, "divided");
    if (Math.trunc(b) === 0) throw cannot(a, b, "divided (remainder) because the divisor is zero");
    return Math.trunc(a) % Math.trunc(b);
  },
};

const cannot = (a: unknown, b: unknown, done: string): JqFailure =>
  new JqFailure(`${typeName(a)} (${JSON.stringify(a)}) and ${typeName(b)} (${JSON.stringify(b)}) cannot be ${done}`);
