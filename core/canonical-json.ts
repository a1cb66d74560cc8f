import { invariant } from "./invariant.ts";
import { keepUpTo } from "./keep-up-to.ts";

/**
 * Renders a JSON value with sorted keys and no white space; undefined members are left out.
 *
 * Equal values give equal bytes, so that digests of them agree across processes.
 * @throws InvariantViolation on NaN, infinities, functions, symbols and bigints
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) invariant(false, `canonical JSON cannot hold ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return renderList(value);
  invariant(typeof value === "object", `canonical JSON cannot hold a ${typeof value}`);
  return renderObject(value as Readonly<Record<string, unknown>>);
};

const renderObject = (value: Readonly<Record<string, unknown>>): string => {
  let text = "";
  for (const key of sorted(Object.keys(value))) {
    const member = value[key];
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${keyText(key)}${canonicalJson(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
};

const renderList = (list: readonly unknown[]): string => {
  let text = "";
  for (const item of list) text += `${text === "" ? "[" : ","}${canonicalJson(item ?? null)}`;
  return text === "" ? "[]" : `${text}]`;
};

/** Keys in sorted order; most objects have them so already, and are not sorted again. */
const sorted = (keys: string[]): readonly string[] => {
  for (let i = 1; i < keys.length; i++) if ((keys[i] as string) < (keys[i - 1] as string)) return keys.sort();
  return keys;
};

/** A member's name in quotes with its colon; names are few, so each is rendered once. */
const keyText = (key: string): string => keptText(key, renderKey);

const keptText = keepUpTo<string, string>(4096);

const renderKey = (key: string): string => `${JSON.stringify(key)}:`;

/** True when two JSON values have the same canonical text; shared parts are not looked into. */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
  return !Array.isArray(b) && isSameObject(a as JsonObject, b as JsonObject);
};

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !isSameJson(a[i] ?? null, b[i] ?? null)) return false;
  return true;
};

type JsonObject = Readonly<Record<string, unknown>>;

/** True if every member of one is in the other, and there are as many. */
const isSameObject = (a: JsonObject, b: JsonObject): boolean => {
  let surplus = 0;
  for (const name in a) {
    const member = a[name];
    if (member === undefined) continue;
    const other = b[name];
    if (member !== other && !isSameJson(member, other)) return false;
    surplus += 1;
  }
  for (const name in b) if (b[name] !== undefined) surplus -= 1;
  return surplus === 0;
};
