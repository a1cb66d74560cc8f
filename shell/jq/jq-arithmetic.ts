import { chargeItems, chargeText } from "#core/work-budget.ts";
import { JqFailure, jsonText, typeName } from "./jq-value.ts";

/** `+`, `-`, `*`, `/` and `%` between two values. */
export const JQ_OPERATORS: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  "+": (a, b) => {
    if (a === null || a === undefined) return b ?? null;
    if (b === null || b === undefined) return a;
    if (typeof a === "number" && typeof b === "number") return a + b;
    if (typeof a === "string" && typeof b === "string") {
      chargeText(a.length + b.length);
      return a + b;
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      chargeItems(a.length + b.length);
      return [...a, ...b];
    }
    if (typeName(a) === "object" && typeName(b) === "object") {
      chargeItems(Object.keys(a as object).length + Object.keys(b as object).length);
      return { ...(a as object), ...(b as object) };
    }
    throw cannot(a, b, "added");
  },
  "-": (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (Array.isArray(a) && Array.isArray(b)) {
      const taken = new Set(b.map((item) => jsonText(item)));
      return a.filter((item) => !taken.has(jsonText(item)));
    }
    throw cannot(a, b, "subtracted");
  },
  "*": (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a * b;
    throw cannot(a, b, "multiplied");
  },
  "/": (a, b) => {
    if (typeof a === "string" && typeof b === "string") {
      chargeItems(1 + a.length / Math.max(1, b.length));
      return a.split(b);
    }
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
  new JqFailure(`${typeName(a)} (${jsonText(a)}) and ${typeName(b)} (${jsonText(b)}) cannot be ${done}`);
