import type { Stage } from "./line-stages.ts";
import type { LogqlCursor } from "./logql-cursor.ts";
import { QUANTITIES, type QuantityKind } from "./quantity.ts";

/** `| unwrap took` or `| unwrap duration(took)`: the number that a line stands for. */
export interface Unwrap {
  readonly label: string;
  /** Marks lines whose label is no such number, and drops those without it. */
  readonly stage: Stage;
  /** Value of a label's text; 0 for what is none. */
  valueOf(text: string | undefined): number;
}

/** Parses what follows `unwrap`. */
export const parseUnwrap = (cursor: LogqlCursor): Unwrap => {
  const word = cursor.word();
  const kind = cursor.accept("(") ? CONVERSIONS.get(word) : "number";
  if (kind === undefined) throw cursor.unexpected();
  const label = kind === "number" ? word : cursor.word();
  if (kind !== "number") cursor.expect(")");
  const read = QUANTITIES[kind];
  return {
    label,
    valueOf: (text = "") => read(text) ?? 0,
    stage: ({ line, labels }) => {
      const text = labels[label];
      if (text === undefined) return undefined;
      return read(text) === undefined ? { line, labels: { __error__: "SampleExtractionErr", ...labels } } : { line, labels };
    },
  };
};

const CONVERSIONS: ReadonlyMap<string, QuantityKind> = new Map([
  ["duration", "duration"],
  ["duration_seconds", "duration"],
  ["bytes", "bytes"],
]);
