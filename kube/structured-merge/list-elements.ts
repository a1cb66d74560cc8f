import type { ListType } from "./merge-type.ts";
import { keyElement, type PathElement, valueElement } from "./path-element.ts";

/** Path element of an item in a list that is not atomic, or the reason, in the server's words, why it has none. */
export const elementOf = (type: ListType, item: unknown): { readonly element: PathElement } | { readonly problem: string } => {
  if (type.relation !== "keys") return setElement(item);
  if (item === null) return { problem: "associative list with keys may not have a null element" };
  if (typeof item !== "object" || Array.isArray(item)) return { problem: "associative list with keys may not have non-map elements" };
  const keys: Record<string, unknown> = {};
  for (const name of type.keys) {
    const value = (item as Readonly<Record<string, unknown>>)[name] ?? type.keyDefaults[name];
    if (value !== undefined) keys[name] = value;
  }
  if (Object.keys(keys).length > 0) return { element: keyElement(keys) };
  const names = `[${type.keys.map((name) => JSON.stringify(name)).join(" ")}]`;
  return {
    problem: `associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any key fields)`,
  };
};

/** Groups the items of a list by path element, in order of first appearance; repeated elements have several values. */
export const groupElements = (type: ListType, list: readonly unknown[]): Map<PathElement, unknown[]> => {
  const groups = new Map<PathElement, unknown[]>();
  for (const item of list) {
    const found = elementOf(type, item);
    if ("problem" in found) continue;
    const group = groups.get(found.element);
    if (group === undefined) groups.set(found.element, [item]);
    else group.push(item);
  }
  return groups;
};

const setElement = (item: unknown): { readonly element: PathElement } | { readonly problem: string } => {
  if (item === null) return { problem: "associative list without keys has an element that's an explicit null" };
  if (Array.isArray(item)) return { problem: "not supported: associative list with lists as elements" };
  if (typeof item === "object") return { problem: "associative list without keys has an element that's a map type" };
  return { element: valueElement(item) };
};
