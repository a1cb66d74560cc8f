import { isBuffer, isCallable, isClosure, isErrorValue, ScriptPromise } from "./values.ts";

/** The text of a value, as a template or `String()` gives it. */
export const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => (item === null || item === undefined ? "" : toText(item))).join(",");
  if (isErrorValue(value)) return value.message === "" ? value.name : `${value.name}: ${value.message}`;
  if (isBuffer(value)) return value.bytes;
  if (isCallable(value)) return "function () { [native code] }";
  if (typeof value === "object" && value !== null) return "[object Object]";
  return `${value as string}`;
};

/** The number that a value is taken for. */
export const toNumber = (value: unknown): number => (typeof value === "object" && value !== null ? Number(toText(value)) : Number(value));

export const typeName = (value: unknown): string => (isCallable(value) ? "function" : typeof value);

export const add = (left: unknown, right: unknown): unknown => {
  const isText = [left, right].some((value) => typeof value === "string" || (typeof value === "object" && value !== null));
  return isText ? toText(left) + toText(right) : toNumber(left) + toNumber(right);
};

export const compare = (operator: string, left: unknown, right: unknown): boolean => {
  const [a, b] = typeof left === "string" && typeof right === "string" ? [left, right] : [toNumber(left), toNumber(right)];
  return operator === "<" ? a < b : operator === ">" ? a > b : operator === "<=" ? a <= b : a >= b;
};

export const looseEquals = (left: unknown, right: unknown): boolean => {
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  if (typeof left === typeof right) return left === right;
  return toNumber(left) === toNumber(right);
};

/** A value as `console.log` shows it. */
export const display = (value: unknown, depth = 0): string => {
  if (typeof value === "string") return depth === 0 ? value : `'${value.replaceAll("\n", "\\n")}'`;
  if (value === null || typeof value !== "object")
    return isCallable(value) ? "[Function (anonymous)]" : Object.is(value, -0) ? "-0" : `${value as string}`;
  if (isErrorValue(value)) return (value["stack"] as string | undefined) ?? `${toText(value)}\n    at <anonymous>`;
  if (isBuffer(value))
    return `<Buffer ${[...value.bytes.slice(0, 50)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(" ")}${value.length > 50 ? ` ... ${value.length - 50} more bytes` : ""}>`;
  if (value instanceof ScriptPromise) return value.state === "pending" ? "Promise { <pending> }" : `Promise { ${display(value.value, 1)} }`;
  if (isClosure(value)) return "[Function (anonymous)]";
  if (depth > 3) return Array.isArray(value) ? "[Array]" : "[Object]";
  const parts = Array.isArray(value)
    ? value.map((item) => display(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`}: ${display(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open} ${parts.join(", ")} ${close}`;
  return line.length <= 72
    ? line
    : `${open}\n${parts.map((part) => `${"  ".repeat(depth + 1)}${part}`).join(",\n")}\n${"  ".repeat(depth)}${close}`;
};
