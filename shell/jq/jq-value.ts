import { chargeItems, chargeJson } from "#core/work-budget.ts";

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

/** The JSON text of a value. */
export const jsonText = (value: unknown, indent?: number): string => {
  chargeJson(value, indent);
  return JSON.stringify(value, undefined, indent);
};

/** Values that a step makes of each value. */
export const eachOf = (values: readonly unknown[], step: (value: unknown) => readonly unknown[]): readonly unknown[] => {
  const made: unknown[] = [];
  for (const value of values) {
    const some = step(value);
    chargeItems(1 + some.length);
    for (const one of some) made.push(one);
  }
  return made;
};
