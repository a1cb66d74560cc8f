import type { RootCauses } from "./parse-root-causes.ts";
import { parseRootCauses } from "./parse-root-causes.ts";

/**
 * Finds root causes that a text has as JSON: alone, in a fence of Markdown, or with prose around.
 *
 * @returns undefined where there is no JSON, or none that lists root causes; an empty list counts only where it cannot be
 * part of something else
 */
export const findJson = (text: string): Extract<RootCauses, { readonly ok: true }> | undefined => {
  const blocks = [...text.slice(0, TEXT_MAX).matchAll(FENCE)].map(([, block]) => (block as string).trim());
  const whole = [text.trim(), ...blocks].map((candidate) => readList(candidate, { isWhole: true }));
  return whole.find((found) => found !== undefined) ?? (text.length > TEXT_MAX ? undefined : findInProse(text));
};

const FENCE = /```[a-z]*\n?([\s\S]*?)```/gi;

/** Length up to which a text is searched, characters. */
const TEXT_MAX = 8_000;

/** Reads what lies between the first bracket of a list or object and the last one that closes it. */
const findInProse = (text: string): Extract<RootCauses, { readonly ok: true }> | undefined => {
  const spans = BRACKETS.map(([open, close]) => ({ from: text.indexOf(open), to: text.lastIndexOf(close) + 1 }));
  return spans
    .filter(({ from, to }) => from >= 0 && to > from)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => readList(text.slice(from, to), { isWhole: false }))
    .find((found) => found !== undefined);
};

const BRACKETS = [
  ["[", "]"],
  ["{", "}"],
] as const;

const readList = (text: string, { isWhole }: { readonly isWhole: boolean }): Extract<RootCauses, { readonly ok: true }> | undefined => {
  const value = parsed(text);
  const list = listIn(value);
  if (list === undefined || (list.length === 0 && !isWhole && Array.isArray(value))) return undefined;
  const causes = parseRootCauses(list);
  return causes.ok ? causes : undefined;
};

const parsed = (text: string): unknown => {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The list of root causes in a value: itself, under a name that says so, or the one entry that it is. */
const listIn = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return undefined;
  const named = LIST_NAMES.map((name) => (value as Readonly<Record<string, unknown>>)[name]).find((list) => list !== undefined);
  if (named === undefined) return [value];
  return Array.isArray(named) ? named : [named];
};

const LIST_NAMES = ["root_causes", "rootCauses", "root_cause", "rootCause", "causes", "diagnosis", "faults"];
