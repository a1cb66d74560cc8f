import { parseGoDuration } from "#core/go-duration.ts";
import { parseDuration } from "../promql/syntax/duration.ts";

/** A number with its kind: a plain one, a duration in seconds, or a size in bytes. */
export interface Quantity {
  readonly kind: QuantityKind;
  readonly value: number;
}

export type QuantityKind = "number" | "duration" | "bytes";

/** Parses `500`, `1.5s` or `20KB`; undefined when the text is none of them. */
export const parseQuantity = (text: string): Quantity | undefined => {
  for (const kind of ["number", "duration", "bytes"] as const) {
    const value = QUANTITIES[kind](text);
    if (value !== undefined) return { kind, value };
  }
  return undefined;
};

/** Readers of a text by the kind that it should be of; each returns undefined when it is not. */
export const QUANTITIES: Readonly<Record<QuantityKind, (text: string) => number | undefined>> = {
  number: (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text)),
  duration: (text) => {
    const ms = parseGoDuration(text) ?? parseDuration(text);
    return ms === undefined ? undefined : ms / 1000;
  },
  bytes: (text) => {
    const [, number, unit = ""] = /^([\d.]+)\s*([kKmMgGtT]?i?[bB]?)$/.exec(text) ?? [];
    return number === undefined ? undefined : Number(number) * (UNITS[unit.toLowerCase().replace(/b$/, "")] as number);
  },
};

const UNITS: Readonly<Record<string, number>> = {
  ...{ "": 1, i: 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 },
  ...{ ki: 1024, mi: 1024 ** 2, gi: 1024 ** 3, ti: 1024 ** 4 },
};
