import { chargeJson } from "#core/work-budget.ts";
import { JQ_OPERATORS } from "./jq-arithmetic.ts";
import { compareValues } from "./jq-order.ts";
import { isTruthy, JqFailure, jsonText, type Step, typeName } from "./jq-value.ts";

/** Functions that take no arguments. */
export const JQ_FUNCTIONS: Readonly<Record<string, Step>> = {
  length: (value) => [lengthOf(value)],
  keys: (value) => {
    if (typeof value !== "object" || value === null) throw new JqFailure(`${typeName(value)} has no keys`);
    return [Array.isArray(value) ? [...value.keys()] : Object.keys(value).sort()];
  },
  not: (value) => [!isTruthy(value)],
  empty: () => [],
  true: () => [true],
  false: () => [false],
  null: () => [null],
  type: (value) => [typeName(value)],
  tostring: (value) => [typeof value === "string" ? value : jsonText(value)],
  first: (value) => (Array.isArray(value) ? [value[0] ?? null] : []),
  last: (value) => (Array.isArray(value) ? [value.at(-1) ?? null] : []),
  sort: (value) => [sorted(value)],
  unique: (value) => [sorted(value).filter((item, at, all) => at === 0 || compareValues(all[at - 1], item) !== 0)],
  min: (value) => [sorted(value)[0] ?? null],
  max: (value) => [sorted(value).at(-1) ?? null],
  add: (value) => [sumOf(value)],
  any: (value) => [listOf(value).some(isTruthy)],
  all: (value) => [listOf(value).every(isTruthy)],
  reverse: (value) => [typeof value === "string" ? [...value].reverse().join("") : [...listOf(value)].reverse()],
  flatten: (value) => {
    chargeJson(value);
    return [listOf(value).flat(Number.POSITIVE_INFINITY)];
  },
  values: (value) => (value === null || value === undefined ? [] : [value]),
  ascii_downcase: (value) => [String(value).toLowerCase()],
  ascii_upcase: (value) => [String(value).toUpperCase()],
  tojson: (value) => [jsonText(value)],
  fromjson: (value) => [JSON.parse(String(value))],
  tonumber: (value) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || Number.isNaN(number))
      throw new JqFailure(`${typeName(value)} (${jsonText(value)}) cannot be parsed as a number`);
    return [number];
  },
  from_entries: (value) => [
    Object.fromEntries(
      listOf(value).map((entry) => {
        const { key, name, k, value: held, v } = entry as Readonly<Record<string, unknown>>;
        return [String(key ?? name ?? k), held ?? v ?? null];
      }),
    ),
  ],
  to_entries: (value) => [Object.entries(value as object).map(([key, member]) => ({ key, value: member }))],
};

const lengthOf = (value: unknown): number => {
  if (value === null || value === undefined) return 0;
  if (typeof value === "string") return [...value].length;
  if (typeof value === "number") return Math.abs(value);
  if (typeof value === "object") return Object.keys(value).length;
  throw new JqFailure(`${typeName(value)} has no length`);
};

const listOf = (value: unknown): readonly unknown[] => {
  if (typeof value !== "object" || value === null) throw new JqFailure(`Cannot iterate over ${typeName(value)}`);
  return Object.values(value);
};

const sorted = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new JqFailure(`${typeName(value)} (${jsonText(value)}) cannot be sorted, as it is not an array`);
  return [...value].sort(compareValues);
};

const sumOf = (value: unknown): unknown =>
  listOf(value).reduce((sum, item) => (JQ_OPERATORS["+"] as (a: unknown, b: unknown) => unknown)(sum, item), null);
