import type { Raw } from "./same.ts";

/**
 * Types of the server that the type table lacks, by short names.
 *
 * Members are written as a word for a leaf (`string`, `bool`, `int32`, `int64`), the short name of a type, `[]` before the elements of
 * a list, `{}` before the values of a map, and `?` before what may as well be a boolean or a list.
 */
export type GoTypes = Readonly<Record<string, { readonly go: string; readonly members: Readonly<Record<string, string>> }>>;

/** Error of a value that cannot be decoded as a Go type, in the words of Go's JSON decoder; undefined when it can. */
export const goTypeProblem = (types: GoTypes, type: string, value: unknown): string | undefined =>
  problemOf(value, type, { types, owner: "", path: "" });

/** Removes nulls as Go does: members are dropped, elements become zero values. */
export const withoutNulls = (types: GoTypes, type: string, value: unknown): unknown => {
  if (Array.isArray(value)) {
    const item = type.slice(2);
    return value.map((element) => (element === null ? zeroOf(types, item) : withoutNulls(types, item, element)));
  }
  if (typeof value !== "object" || value === null) return value;
  const memberType = (name: string): string => (type.startsWith("{}") ? type.slice(2) : (types[type]?.members[name] ?? ""));
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(types, memberType(name), member)]));
};

interface Place {
  readonly types: GoTypes;
  readonly owner: string;
  readonly path: string;
}

const problemOf = (value: unknown, type: string, place: Place): string | undefined => {
  if (value === undefined || value === null) return undefined;
  const inner = type.replace(/^(\[\]|\{\}|\?)/, "");
  const isPlain = typeof value === "object" && !Array.isArray(value);
  if (type.startsWith("?")) return isPlain ? problemOf(value, inner, place) : undefined;
  if (type.startsWith("[]")) return Array.isArray(value) ? firstProblem(value, inner, place) : unreadable(value, type, place);
  if (type.startsWith("{}")) return isPlain ? firstProblem(Object.values(value), inner, place) : unreadable(value, type, place);
  const struct = place.types[type];
  if (struct === undefined) return typeof value === LEAVES[type] ? undefined : unreadable(value, type, place);
  if (!isPlain) return unreadable(value, type, place);
  for (const [name, member] of Object.entries(struct.members)) {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    const problem = problemOf((value as Raw)[name], member, { types: place.types, owner: struct.go, path });
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const LEAVES: Readonly<Record<string, string>> = { string: "string", bool: "boolean", int32: "number", int64: "number", float64: "number" };

const firstProblem = (values: readonly unknown[], type: string, place: Place): string | undefined => {
  for (const value of values) {
    const problem = problemOf(value, type, place);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const unreadable = (value: unknown, type: string, { types, owner, path }: Place): string => {
  const given = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
  return `json: cannot unmarshal ${given} into Go struct field ${owner}.${path} of type ${goName(types, type)}`;
};

const goName = (types: GoTypes, type: string): string => {
  if (type.startsWith("[]")) return `[]${goName(types, type.slice(2))}`;
  if (type.startsWith("{}")) return `map[string]${goName(types, type.slice(2))}`;
  const struct = types[type];
  return struct === undefined ? type : `v1.${struct.go}`;
};

const zeroOf = (types: GoTypes, type: string): unknown => {
  if (types[type] !== undefined) return {};
  return LEAVES[type] === "boolean" ? false : LEAVES[type] === "number" ? 0 : "";
};
