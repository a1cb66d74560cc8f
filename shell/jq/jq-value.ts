/** Part of a program: returns the values that it makes of one. */
export type Step = (value: unknown) => readonly unknown[];

/** Something in the data does not fit the program: jq's own error. */
export class JqFailure extends Error {}

/** False for false and null. */
export const isTruthy = (value: unknown): boolean => value !== false && value !== null && value !== undefined;

/** The name of a value's type. */
export const typeName = (value: unknown): string =>
  value === null || value === undefined ? "null" : Array.isArray(value) ? "array" : typeof value;
