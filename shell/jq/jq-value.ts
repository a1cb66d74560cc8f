/** Part of a program: returns the values that it makes of one. */
export interface Step {
  (value: unknown): readonly unknown[];
  /** Set on paths: puts what `change` makes of each value that the path leads to in its place. */
  readonly update?: Update | undefined;
}

/** Changes the values within a value that a path leads to. */
export type Update = (value: unknown, change: (old: unknown) => unknown) => unknown;

/** Something in the data does not fit the program: jq's own error. */
export class JqFailure extends Error {}

/** False for false and null. */
export const isTruthy = (value: unknown): boolean => value !== false && value !== null && value !== undefined;

/** The name of a value's type. */
export const typeName = (value: unknown): string =>
  value === null || value === undefined ? "null" : Array.isArray(value) ? "array" : typeof value;
