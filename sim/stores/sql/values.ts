import { SqlError } from "./sql-error.ts";
import type { SqlType, SqlValue } from "./syntax.ts";
import type { Dialect } from "./tokens.ts";

/** Turns a value into one of a column's type; `column` is named where it does not fit. */
export const convertValue = (value: SqlValue, type: SqlType, dialect: Dialect, column?: string): SqlValue => {
  if (value === null) return null;
  const { name } = type;
  if (INTEGERS[name] !== undefined) return toInteger(value, type, dialect, column);
  if (FRACTIONS.has(name)) return toFraction(value, type, dialect, column);
  if (name === "boolean") return toBoolean(value);
  if (TEXTS.has(name)) return toText(value, type, dialect, column);
  return TIMES.has(name) ? toTime(`${value}`, type, dialect, column) : typeof value === "number" ? `${value}` : value;
};

/** True for types whose values are shown at the right. */
export const isNumeric = (type: string): boolean => INTEGERS[type] !== undefined || FRACTIONS.has(type);

const INTEGERS: Readonly<Record<string, number>> = {
  smallint: 2 ** 15,
  integer: 2 ** 31,
  int: 2 ** 31,
  bigint: 2 ** 63,
  tinyint: 2 ** 7,
  mediumint: 2 ** 23,
  oid: 2 ** 32,
};
const FRACTIONS = new Set(["numeric", "decimal", "double precision", "double", "real", "float"]);
const TEXTS = new Set([
  "text",
  "character varying",
  "character",
  "varchar",
  "char",
  "longtext",
  "mediumtext",
  "tinytext",
  "name",
  "json",
  "jsonb",
  "uuid",
  "bytea",
  "blob",
]);
const TIMES = new Set([
  "timestamp without time zone",
  "timestamp with time zone",
  "date",
  "datetime",
  "timestamp",
  "time",
  "time without time zone",
]);

const toInteger = (value: SqlValue, { name, isUnsigned }: SqlType, dialect: Dialect, column = ""): number => {
  const number = typeof value === "boolean" ? Number(value) : typeof value === "number" ? Math.round(value) : parseNumber(`${value}`);
  if (number === undefined || (typeof value === "string" && dialect === "postgres" && !Number.isInteger(number)))
    throw new SqlError("bad-value", [name, `${value}`, column]);
  const bound = INTEGERS[name] as number;
  const isFitting = isUnsigned === true ? number >= 0 && number < bound * 2 : number >= -bound && number < bound;
  if (!isFitting) throw new SqlError("out-of-range", [name, column]);
  return Math.round(number);
};

const toFraction = (value: SqlValue, { name, args }: SqlType, _dialect: Dialect, column = ""): SqlValue => {
  const number = typeof value === "number" ? value : parseNumber(`${value}`);
  if (number === undefined) throw new SqlError("bad-value", [name, `${value}`, column]);
  const scale = args[1];
  return scale === undefined ? number : Number(number.toFixed(scale));
};

const parseNumber = (text: string): number | undefined =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(text) ? Number(text) : undefined;

const toBoolean = (value: SqlValue): boolean => {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  const text = `${value}`.trim().toLowerCase();
  if (["t", "true", "yes", "on", "1", "y"].includes(text)) return true;
  if (["f", "false", "no", "off", "0", "n"].includes(text)) return false;
  throw new SqlError("bad-value", ["boolean", `${value}`]);
};

const toText = (value: SqlValue, { name, args }: SqlType, dialect: Dialect, column = ""): string => {
  const text = typeof value === "boolean" ? (dialect === "postgres" ? `${value}` : `${Number(value)}`) : `${value}`;
  const [length] = args;
  if (length !== undefined && text.length > length) throw new SqlError("too-long", [name, `${length}`, column]);
  if (name === "uuid" && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new SqlError("bad-value", [name, text, column]);
  return name === "character" && length !== undefined ? text.padEnd(length) : text;
};

const toTime = (text: string, { name }: SqlType, dialect: Dialect, column = ""): string => {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?(?:Z|\+00(?::?00)?)?$/.exec(text.trim());
  if (match === null) {
    if (name.startsWith("time ") || name === "time") return text;
    throw new SqlError("bad-value", [name, text, column]);
  }
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00", fraction = ""] = match;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (name === "date") return date;
  return `${date} ${hour.padStart(2, "0")}:${minute}:${second}${dialect === "postgres" ? fraction.replace(/0+$/, "") : ""}${name === "timestamp with time zone" ? "+00" : ""}`;
};

/** Compares two values other than NULL: negative, zero, positive. MySQL ignores case. */
export const compareValues = (left: SqlValue, right: SqlValue, dialect: Dialect): number => {
  if (typeof left === "number" || typeof right === "number") {
    const [a, b] = [toNumber(left), toNumber(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  const [a, b] = dialect === "mysql" ? [`${left}`.toLowerCase(), `${right}`.toLowerCase()] : [textOf(left), textOf(right)];
  return a < b ? -1 : a > b ? 1 : 0;
};

const textOf = (value: SqlValue): string => (typeof value === "boolean" ? (value ? "t" : "f") : `${value}`);

/** Number of a value as MySQL converts it: by the digits at its beginning. */
export const toNumber = (value: SqlValue): number => {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  const match = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/.exec(`${value}`);
  return match === null ? 0 : Number(match[0]);
};
