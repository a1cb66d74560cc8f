import { invariant } from "./invariant.ts";

/**
 * Renders a JSON value with sorted keys and no white space; undefined members are left out.
 *
 * Equal values give equal bytes, so that digests of them agree across processes.
 * @throws InvariantViolation on NaN, infinities, functions, symbols and bigints
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    invariant(Number.isFinite(value), `canonical JSON cannot hold ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  invariant(typeof value === "object", `canonical JSON cannot hold a ${typeof value}`);
  return renderObject(value as Readonly<Record<string, unknown>>);
};

const renderObject = (value: Readonly<Record<string, unknown>>): string => {
  let text = "";
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
};

/** True when two JSON values have the same canonical text; shared parts are not looked into. */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameJson(item ?? null, b[i] ?? null));
  if (Array.isArray(b)) return false;
  const names = memberNames(a);
  return names.length === memberNames(b).length && names.every((name) => isSameJson(a[name as keyof typeof a], b[name as keyof typeof b]));
};

const memberNames = (value: object): readonly string[] =>
  Object.keys(value).filter((name) => value[name as keyof typeof value] !== undefined);
