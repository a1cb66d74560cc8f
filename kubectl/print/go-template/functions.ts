import { decodeBase64Text } from "#core/base64.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import { chargeJson, chargeText } from "#core/work-budget.ts";
import { TemplateError } from "./nodes.ts";
import { goPrint, isTrue, typeOf } from "./values.ts";

type Function = (args: readonly unknown[]) => unknown;

const fail = (message: string): never => {
  throw new TemplateError(message);
};

const isNumber = (value: unknown): value is number | bigint => typeof value === "number" || typeof value === "bigint";

/** True for an integer; Go does not compare integers with floating-point numbers. */
const isWhole = (value: number | bigint): boolean => typeof value === "bigint" || Number.isInteger(value);

const compare = (name: string, [left, right]: readonly unknown[]): number => {
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  if (isNumber(left) && isNumber(right) && isWhole(left) === isWhole(right)) return left < right ? -1 : left > right ? 1 : 0;
  return fail(`error calling ${name}: incompatible types for comparison`);
};

const isEqual = (name: string, left: unknown, right: unknown): boolean => {
  if (typeof left === "object" && left !== null)
    return fail(`error calling ${name}: non-comparable type ${goPrint(left)}: ${typeOf(left)}`);
  if (left === undefined || left === null || right === undefined || right === null) return (left ?? null) === (right ?? null);
  if (isNumber(left) && isNumber(right) && isWhole(left) === isWhole(right)) return Number(left) === Number(right);
  if (typeof left !== typeof right) return fail(`error calling ${name}: incompatible types for comparison`);
  return left === right;
};

const index = ([value, ...keys]: readonly unknown[]): unknown =>
  keys.reduce((item, key) => {
    if (item === undefined || item === null) return fail("error calling index: index of untyped nil");
    if (Array.isArray(item)) {
      if (!isNumber(key) || !isWhole(key)) return fail(`error calling index: cannot index slice/array with type ${typeOf(key)}`);
      return key < 0 || key >= item.length ? fail(`error calling index: index out of range: ${key}`) : item[Number(key)];
    }
    if (typeof item === "object") return (item as Readonly<Record<string, unknown>>)[String(key)];
    return fail(`error calling index: can't index item of type ${typeOf(item)}`);
  }, value);

const slice = ([value, from = 0, to]: readonly unknown[]): unknown => {
  if (typeof value !== "string" && !Array.isArray(value)) return fail(`error calling slice: can't slice item of type ${typeOf(value)}`);
  return value.slice(Number(from), to === undefined ? undefined : Number(to));
};

const len = ([value]: readonly unknown[]): bigint => {
  if (typeof value === "string") return BigInt(encodeUtf8(value).length);
  if (Array.isArray(value)) return BigInt(value.length);
  if (typeof value === "object" && value !== null) return BigInt(Object.keys(value).length);
  return fail(`error calling len: ${value === undefined || value === null ? "len of nil pointer" : `len of type ${typeOf(value)}`}`);
};

/** Prints operands with blanks between them where neither is a string. */
const print = (args: readonly unknown[]): string =>
  args.reduce<string>((text, arg, at) => {
    const blank = at > 0 && typeof arg !== "string" && typeof args[at - 1] !== "string" ? " " : "";
    return text + blank + goPrint(arg);
  }, "");

const VERB = /%([-+# 0]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;

const printf = ([format, ...args]: readonly unknown[]): string => {
  let next = 0;
  const text = String(format).replace(VERB, (_, flags: string, width: string | undefined, precision: string | undefined, verb: string) => {
    if (verb === "%") return "%";
    if (next >= args.length) return `%!${verb}(MISSING)`;
    const value = args[next++];
    const made = formatOne(verb, value, precision === undefined ? undefined : Number(precision));
    const columns = Number(width ?? 0);
    chargeText(columns);
    if (flags.includes("-")) return made.padEnd(columns);
    return made.padStart(columns, flags.includes("0") && typeof value === "number" ? "0" : " ");
  });
  const extra = args.slice(next);
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.map((value) => `${typeOf(value)}=${goPrint(value)}`).join(", ")})`;
};

const formatOne = (verb: string, value: unknown, precision: number | undefined): string => {
  if (verb === "v") return goPrint(value);
  if (verb === "s" && typeof value === "string") return precision === undefined ? value : value.slice(0, precision);
  if (verb === "q" && typeof value === "string") return JSON.stringify(value);
  if (verb === "t" && typeof value === "boolean") return String(value);
  if (verb === "f" && typeof value === "number") return value.toFixed(precision ?? 6);
  if ((verb === "d" || verb === "x") && isNumber(value) && isWhole(value)) return verb === "d" ? String(value) : value.toString(16);
  if (verb === "T") return typeOf(value);
  return `%!${verb}(${typeOf(value)}=${goPrint(value)})`;
};

const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

const JS: Readonly<Record<string, string>> = { "\\": "\\\\", "'": "\\'", '"': '\\"' };
const hexOf = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");

const FUNCTIONS: Readonly<Record<string, Function>> = {
  not: ([value]) => !isTrue(value),
  and: (args) => args.find((value) => !isTrue(value)) ?? args.at(-1),
  or: (args) => args.find(isTrue) ?? args.at(-1),
  eq: ([left, ...others]) => others.some((right) => isEqual("eq", left, right)),
  ne: ([left, right]) => !isEqual("ne", left, right),
  lt: (args) => compare("lt", args) < 0,
  le: (args) => compare("le", args) <= 0,
  gt: (args) => compare("gt", args) > 0,
  ge: (args) => compare("ge", args) >= 0,
  index,
  slice,
  len,
  print,
  printf,
  println: (args) => `${args.map(goPrint).join(" ")}\n`,
  html: (args) => print(args).replace(/[&<>"']/g, (char) => HTML[char] as string),
  js: (args) => print(args).replace(/[\\'"<>&=\p{Cc}]/gu, (char) => JS[char] ?? `\\u${hexOf(char)}`),
  urlquery: (args) => encodeURIComponent(print(args)).replaceAll("%20", "+"),
  base64decode: ([value]) => {
    const text = String(value);
    const bad = /[^A-Za-z0-9+/=\r\n]/.exec(text)?.index ?? (text.length % 4 === 0 ? undefined : text.length - (text.length % 4));
    if (bad !== undefined) return fail(`error calling base64decode: base64 decode failed: illegal base64 data at input byte ${bad}`);
    return decodeBase64Text(text);
  },
  exists: ([value, ...keys]) => {
    let item = value;
    for (const key of keys) {
      if (typeof item !== "object" || item === null || !(String(key) in item)) return false;
      item = (item as Readonly<Record<string, unknown>>)[String(key)];
    }
    return true;
  },
};

/** Names of the template functions. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set(Object.keys(FUNCTIONS));

/** Calls a function. Throws TemplateError. */
export const callFunction = (name: string, args: readonly unknown[]): unknown => {
  chargeJson(args);
  return (FUNCTIONS[name] as Function)(args);
};
