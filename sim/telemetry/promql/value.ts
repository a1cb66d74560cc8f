import { type Labels, labelsKey } from "./labels.ts";
import { executionError } from "./promql-error.ts";

/** One element of an instant vector. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** One element of a range vector: samples [from, to) of a series, and the window's ends. */
export interface Window {
  readonly labels: Labels;
  readonly timesMs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
  readonly isMonotone?: true;
  /** Left end, excluded. */
  readonly startMs: number;
  /** Right end, included. */
  readonly endMs: number;
}

/** Value of an expression at one instant. */
export type Value = number | string | readonly Sample[];

/** Refuses a vector in which two elements have the same labels. @throws PromqlError */
export const assertDistinct = (vector: readonly Sample[]): readonly Sample[] => {
  if (vector.length < 2) return vector;
  const seen = new Set<string>();
  for (const { labels } of vector) seen.add(labelsKey(labels));
  if (seen.size !== vector.length) throw executionError("vector cannot contain metrics with the same labelset");
  return vector;
};
