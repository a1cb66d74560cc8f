/** What a part of a program makes of a value. */
export type Step = (value: unknown) => readonly unknown[];

/** Something in the data does not fit the program: jq's own error. */
export class JqFailure extends Error {}

/** False for false and null. */
export const isTruthy = (value: unknown): boolean => value !== false && value !== null && value !== undefined;

/** The name of a value's type. */
export const typeName = (value: unknown): string =>
  value === null || value === undefined ? "null" : Array.isArray(value) ? "array" : typeof value;

const lengthOf = (value: unknown): number => {
  if (value === null || value === undefined) return 0;
  if (typeof value === "string") return [...value].length;
  if (typeof value === "number") return Math.abs(value);
  if (typeof value === "object") return Object.keys(value).length;
  throw new JqFailure(`${typeName(value)} has no length`);
};

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
  tostring: (value) => [typeof value === "string" ? value : JSON.stringify(value)],
  first: (value) => (Array.isArray(value) ? [value[0] ?? null] : []),
  last: (value) => (Array.isArray(value) ? [value.at(-1) ?? null] : []),
  sort: (value) => (Array.isArray(value) ? [[...value].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))] : [value]),
  unique: (value) => (Array.isArray(value) ? [[...new Set(value)].sort()] : [value]),
  to_entries: (value) => [Object.entries(value as object).map(([key, member]) => ({ key, value: member }))],
};
