/**
 * One element of a field path, as in FieldsV1: `f:spec` for a member, `k:{"name":"web"}` for the element of a list with
 * these keys, `v:"a"` for a value of a set, `i:0` for an index.
 */
export type PathElement = string;

/** Path element of a member of an object. */
export const memberElement = (name: string): PathElement => `f:${name}`;

/** Path element of a value of a set. */
export const valueElement = (value: unknown): PathElement => `v:${JSON.stringify(value)}`;

/** Path element of a list element by its keys, sorted by name. */
export const keyElement = (keys: Readonly<Record<string, unknown>>): PathElement => {
  const names = Object.keys(keys).sort();
  return `k:{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(keys[name])}`).join(",")}}`;
};

/** Renders a path as in error messages: `.spec.containers[name="web"].image`. */
export const showPath = (path: readonly PathElement[]): string => path.map(showElement).join("");

/** Renders one path element as in error messages: `.spec`, `[name="web"]`, `[="a"]`. */
export const showElement = (element: PathElement): string => {
  const content = element.slice(2);
  switch (element[0]) {
    case "f":
      return `.${content}`;
    case "k":
      return `[${keysOf(content)
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        .join(",")}]`;
    case "v":
      return `[=${content}]`;
    default:
      return `[${content}]`;
  }
};

/** Compares path elements in the order in which field sets are written: members, then keys, then values, then indexes. */
export const compareElements = (a: PathElement, b: PathElement): number => {
  if (a === b) return 0;
  const kinds = KINDS.indexOf(a[0] as string) - KINDS.indexOf(b[0] as string);
  if (kinds !== 0) return kinds;
  if (a[0] === "f") return a < b ? -1 : 1;
  if (a[0] === "k") return compareKeys(keysOf(a.slice(2)), keysOf(b.slice(2)));
  return compareValues(JSON.parse(a.slice(2)), JSON.parse(b.slice(2)));
};

/** True for text that is a valid path element. */
export const isElement = (text: string): boolean => {
  if (text.startsWith("f:")) return true;
  if (text.startsWith("i:")) return /^i:-?\d+$/.test(text);
  if (!text.startsWith("k:") && !text.startsWith("v:")) return false;
  try {
    const content: unknown = JSON.parse(text.slice(2));
    return text.startsWith("v:") || (typeof content === "object" && content !== null && !Array.isArray(content));
  } catch {
    return false;
  }
};

const KINDS = "fkvi";

const keysOf = (content: string): readonly (readonly [string, unknown])[] =>
  Object.entries(JSON.parse(content) as Readonly<Record<string, unknown>>).sort(([a], [b]) => (a < b ? -1 : 1));

const compareKeys = (a: readonly (readonly [string, unknown])[], b: readonly (readonly [string, unknown])[]): number => {
  for (const [i, [name, value]] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (name !== other[0]) return name < other[0] ? -1 : 1;
    const order = compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
};

const TYPES = ["number", "string", "boolean", "object"];

const compareValues = (a: unknown, b: unknown): number => {
  const types = TYPES.indexOf(typeof a) - TYPES.indexOf(typeof b);
  if (types !== 0) return types;
  return (a as string) === (b as string) ? 0 : (a as string) < (b as string) ? -1 : 1;
};
