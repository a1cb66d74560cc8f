import { charge, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { boundPrecision, boundWidth } from "../language/format-bounds.ts";

/** Value of a variable: undefined when nothing was ever assigned; `text`: it came from outside, and is a number where it looks like one. */
export type AwkValue = number | string | { readonly text: string } | undefined;

/** The number that a value is, or that its text begins with. */
export const toNumber = (value: AwkValue): number => {
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? value : (value?.text ?? "");
  charge(text.length / DIGITS_PER_UNIT);
  const match = /^\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)/.exec(text)?.[1];
  return match === undefined ? 0 : Number(match);
};

/** The text of a value; whole numbers have no format. */
export const toText = (value: AwkValue, format = "%.6g"): string => {
  if (typeof value === "number")
    return Number.isInteger(value) && Math.abs(value) < 1e18 ? `${value === 0 ? 0 : BigInt(value)}` : formatAwk(format, [value]);
  return typeof value === "string" ? value : (value?.text ?? "");
};

/** Numbers are true unless they are zero, texts unless they are empty. */
export const isTrue = (value: AwkValue): boolean => {
  if (typeof value === "number") return value !== 0;
  if (typeof value === "object") return looksNumeric(value.text) ? toNumber(value) !== 0 : value.text !== "";
  return value !== undefined && value !== "";
};

/** Below zero where the left comes first: by number where both are numbers, else by text. */
export const compareValues = (left: AwkValue, right: AwkValue): number => {
  if (isNumeric(left) && isNumeric(right)) return toNumber(left) - toNumber(right);
  const [a, b] = [toText(left), toText(right)];
  return a < b ? -1 : a > b ? 1 : 0;
};

const isNumeric = (value: AwkValue): boolean =>
  value === undefined || typeof value === "number" || (typeof value === "object" && looksNumeric(value.text));

const looksNumeric = (text: string): boolean => {
  charge(text.length / DIGITS_PER_UNIT);
  return /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(text);
};

/** Characters of what may be a number that are looked at in a unit of work: a long one is no number only at its end. */
const DIGITS_PER_UNIT = 2;

/** Returns the text of `printf` for a format and its values. */
export const formatAwk = (format: string, values: readonly AwkValue[]): string => {
  let next = 0;
  const take = (): AwkValue => values[next++];
  return format.replaceAll(
    /%([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]*([a-zA-Z%])/g,
    (whole, flags: string, width: string | undefined, precision: string | undefined, kind: string) => {
      if (kind === "%") return "%";
      const wide = boundWidth(width === "*" ? toNumber(take()) : Number(width ?? 0));
      const exact = boundPrecision(precision === "*" ? toNumber(take()) : precision);
      const text = convert(kind, take(), flags, exact);
      chargeText(STEP_UNITS + Math.max(text?.length ?? 0, Math.abs(wide)));
      return text === undefined ? whole : padded(text, wide, kind === "s" || kind === "c" ? flags.replaceAll("0", "") : flags);
    },
  );
};

const convert = (kind: string, value: AwkValue, flags: string, precision: number | undefined): string | undefined => {
  if (kind === "s") return toText(value).slice(0, precision);
  if (kind === "c") return typeof value === "number" ? String.fromCharCode(value & 255) : toText(value).slice(0, 1);
  const number = toNumber(value);
  const sign = number < 0 || Object.is(number, -0) ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const size = Math.abs(number);
  const whole = (base: number): string =>
    Math.trunc(size)
      .toString(base)
      .padStart(precision ?? 0, "0");
  switch (kind) {
    case "d":
    case "i":
      return `${Math.trunc(size) === 0 && sign === "-" ? "" : sign}${whole(10)}`;
    case "u":
      return whole(10);
    case "o":
      return whole(8);
    case "x":
      return `${flags.includes("#") ? "0x" : ""}${whole(16)}`;
    case "X":
      return `${flags.includes("#") ? "0X" : ""}${whole(16).toUpperCase()}`;
    case "f":
    case "F":
      return sign + (Number.isFinite(size) ? size.toFixed(precision ?? 6) : "inf");
    case "e":
    case "E":
      return sign + exponential(size, precision ?? 6);
    case "g":
    case "G":
      return sign + general(size, precision === 0 ? 1 : (precision ?? 6));
    default:
      return undefined;
  }
};

const exponential = (size: number, precision: number): string => size.toExponential(precision).replace(/e([-+])(\d)$/, "e$10$2");

const general = (size: number, precision: number): string => {
  if (size === 0) return "0";
  if (!Number.isFinite(size)) return Number.isNaN(size) ? "nan" : "inf";
  const exponent = Number(size.toExponential(precision - 1).split("e")[1]);
  if (exponent >= -4 && exponent < precision) {
    const fixed = size.toFixed(Math.max(0, precision - 1 - exponent));
    return fixed.includes(".") ? fixed.replace(/\.?0+$/, "") : fixed;
  }
  return exponential(size, precision - 1).replace(/\.?0+e/, "e");
};

const padded = (text: string, width: number, flags: string): string => {
  if (width < 0 || flags.includes("-")) return text.padEnd(Math.abs(width));
  if (!flags.includes("0")) return text.padStart(width);
  const sign = /^[-+ ]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
};
