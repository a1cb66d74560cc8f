import { toMicroTimestamp } from "#core/timestamp.ts";
import { charge, chargeText } from "#core/work-budget.ts";
import type { SqlContext } from "./scope.ts";
import type { SqlValue } from "./syntax.ts";
import { compareValues, toNumber } from "./values.ts";

/** True for functions over the rows of a group. */
export const isAggregate = (name: string): boolean => AGGREGATES.has(name);

const AGGREGATES = new Set(["count", "sum", "avg", "min", "max", "string_agg", "group_concat"]);

/** A function that both languages have; undefined for one that is not known. */
export const callFunction = (
  context: SqlContext,
  name: string,
  args: readonly { readonly value: SqlValue; readonly type: string }[],
): Result | undefined => {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (found === undefined || args.length < found.least || args.length > found.most) return undefined;
  if (found.isStrict && args.some(({ value }) => value === null)) return { value: null, type: found.type(args) };
  return {
    value: found.run(
      context,
      args.map(({ value }) => value),
    ),
    type: found.type(args),
  };
};

interface Result {
  readonly value: SqlValue;
  readonly type: string;
}

interface SqlFunction {
  readonly least: number;
  readonly most: number;
  /** Nothing in, nothing out. */
  readonly isStrict: boolean;
  readonly type: (args: readonly Result[]) => string;
  readonly run: (context: SqlContext, args: readonly SqlValue[]) => SqlValue;
}

const strict = (least: number, most: number, type: string, run: SqlFunction["run"]): SqlFunction => ({
  least,
  most,
  isStrict: true,
  type: () => type,
  run,
});
const loose = (least: number, most: number, run: SqlFunction["run"]): SqlFunction => ({
  least,
  most,
  isStrict: false,
  type: (args) => args.find(({ value }) => value !== null)?.type ?? "text",
  run,
});
const text = (value: SqlValue | undefined): string => `${value}`;
const timed = (type: string): SqlFunction => ({
  least: 0,
  most: 1,
  isStrict: true,
  type: () => type,
  run: ({ nowMs, dialect }) => instant(nowMs, type, dialect),
});

const instant = (nowMs: number, type: string, dialect: string): string => {
  const iso = toMicroTimestamp(nowMs);
  if (type === "date") return iso.slice(0, 10);
  if (dialect === "mysql") return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}${type === "timestamp with time zone" ? "+00" : ""}`;
};

const pick =
  (sign: number): SqlFunction["run"] =>
  ({ dialect }, args) => {
    let best: SqlValue = null;
    for (const value of args) if (value !== null && (best === null || compareValues(value, best, dialect) * sign > 0)) best = value;
    return best;
  };

const slice = (value: SqlValue | undefined, from: number, length?: number): string => {
  const start = from < 0 ? text(value).length + from : from - 1;
  return length === undefined ? text(value).slice(Math.max(0, start)) : text(value).slice(Math.max(0, start), Math.max(0, start + length));
};

const prettySize = (bytes: number): string => {
  for (const [unit, size] of [
    ["TB", 2 ** 40],
    ["GB", 2 ** 30],
    ["MB", 2 ** 20],
    ["kB", 1024],
  ] as const)
    if (bytes >= size * 10) return `${Math.round(bytes / size)} ${unit}`;
  return `${bytes} bytes`;
};

const substring = strict(2, 3, "text", (_context, [value, from, length]) =>
  slice(value, toNumber(from ?? 1), length === undefined ? undefined : toNumber(length)),
);
const round = strict(1, 2, "numeric", (_context, [value, digits]) =>
  Number(toNumber(value ?? 0).toFixed(Math.max(0, toNumber(digits ?? 0)))),
);

const joined = (texts: readonly string[]): string => {
  chargeText(texts.reduce((sum, each) => sum + each.length, 0));
  return texts.join("");
};

const repeated = (value: string, times: number): string => {
  chargeText(value.length * times);
  return value.repeat(times);
};

const replaced = (value: string, from: string, to: string): string => {
  charge(value.length);
  return value.replaceAll(from, () => {
    chargeText(to.length);
    return to;
  });
};

const FUNCTIONS: Readonly<Record<string, SqlFunction>> = {
  coalesce: loose(1, 99, (_context, args) => args.find((value) => value !== null) ?? null),
  ifnull: loose(2, 2, (_context, [value, other]) => value ?? other ?? null),
  nullif: loose(2, 2, ({ dialect }, [value, other]) =>
    value !== null && other !== null && compareValues(value ?? null, other ?? null, dialect) === 0 ? null : (value ?? null),
  ),
  if: loose(3, 3, (_context, [condition, then, otherwise]) =>
    condition !== null && toNumber(condition ?? 0) !== 0 ? (then ?? null) : (otherwise ?? null),
  ),
  greatest: loose(1, 99, pick(1)),
  least: loose(1, 99, pick(-1)),
  length: strict(1, 1, "integer", (_context, [value]) => text(value).length),
  char_length: strict(1, 1, "integer", (_context, [value]) => text(value).length),
  upper: strict(1, 1, "text", (_context, [value]) => text(value).toUpperCase()),
  lower: strict(1, 1, "text", (_context, [value]) => text(value).toLowerCase()),
  trim: strict(1, 1, "text", (_context, [value]) => text(value).trim()),
  concat: {
    least: 1,
    most: 99,
    isStrict: false,
    type: () => "text",
    run: ({ dialect }, args) =>
      dialect === "mysql" && args.includes(null) ? null : joined(args.map((value) => (value === null ? "" : text(value)))),
  },
  repeat: strict(2, 2, "text", (_context, [value, times]) => repeated(text(value), Math.max(0, toNumber(times ?? 0)))),
  replace: strict(3, 3, "text", (_context, [value, from, to]) => replaced(text(value), text(from), text(to))),
  left: strict(2, 2, "text", (_context, [value, count]) => text(value).slice(0, toNumber(count ?? 0))),
  right: strict(2, 2, "text", (_context, [value, count]) => text(value).slice(-toNumber(count ?? 0))),
  substring,
  substr: substring,
  abs: strict(1, 1, "numeric", (_context, [value]) => Math.abs(toNumber(value ?? 0))),
  round,
  floor: strict(1, 1, "numeric", (_context, [value]) => Math.floor(toNumber(value ?? 0))),
  ceil: strict(1, 1, "numeric", (_context, [value]) => Math.ceil(toNumber(value ?? 0))),
  ceiling: strict(1, 1, "numeric", (_context, [value]) => Math.ceil(toNumber(value ?? 0))),
  mod: strict(2, 2, "integer", (_context, [value, by]) => toNumber(value ?? 0) % toNumber(by ?? 1)),
  now: timed("timestamp with time zone"),
  current_timestamp: timed("timestamp with time zone"),
  localtimestamp: timed("timestamp without time zone"),
  clock_timestamp: timed("timestamp with time zone"),
  current_date: timed("date"),
  curdate: timed("date"),
  unix_timestamp: strict(0, 0, "bigint", ({ nowMs }) => Math.floor(nowMs / 1000)),
  pg_size_pretty: strict(1, 1, "text", (_context, [bytes]) => prettySize(toNumber(bytes ?? 0))),
};
