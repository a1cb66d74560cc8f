import { API_TYPES } from "./api-types.ts";

/** The type of a field's value. */
export type TypeRef =
  | { readonly kind: "primitive"; readonly name: Primitive }
  | { readonly kind: "object"; readonly name: string }
  | { readonly kind: "list"; readonly item: TypeRef }
  | { readonly kind: "map"; readonly value: TypeRef };

/** Leaf types; `any` is embedded JSON, `intstr` an integer or a string, `bytes` base 64. */
export type Primitive = "string" | "int32" | "int64" | "float64" | "bool" | "bytes" | "time" | "microtime" | "quantity" | "intstr" | "any";

/** One field of an API type. */
export interface FieldShape {
  readonly name: string;
  readonly type: TypeRef;
  /** True: a zero value that was given is kept; other zero values are omitted when an object is written. */
  readonly isPointer: boolean;
  /** True: written even if it is zero. */
  readonly isAlwaysWritten: boolean;
  /** True: strategic merge patches merge this list, by `mergeKey` or, without one, as a set of values. */
  readonly isMerged: boolean;
  readonly mergeKey: string | undefined;
  /** True: strategic merge patches may name the keys to retain. */
  readonly retainsKeys: boolean;
  /** True: strategic merge patches replace this map as a whole. */
  readonly isReplaced: boolean;
  /** Keys that identify an element to server-side apply. */
  readonly listKeys: readonly string[];
  readonly isSet: boolean;
  readonly isAtomic: boolean;
}

/** The fields of an API type. */
export interface ObjectShape {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** The fields with `isAlwaysWritten`. */
  readonly alwaysWritten: readonly FieldShape[];
  readonly isAtomic: boolean;
}

/**
 * Returns the shape of a type such as `PodSpec`; undefined if the table lacks it.
 *
 * Grammar of a row: fields `name:type`, type = primitive | TypeName | `[]type` | `{}type`, `*` before a primitive for a
 * pointer, then flags: `!` always written, `@key` merged by key, `@` merged as a set, `~` retainKeys, `^` replaced,
 * `#k1,k2` list keys of server-side apply, `#set`, `#atomic`.
 */
export const objectShape = (typeName: string): ObjectShape | undefined => {
  let shape = shapes.get(typeName);
  const row = shape === undefined ? (API_TYPES as Readonly<Record<string, string>>)[typeName] : undefined;
  if (row === undefined) return shape;
  shape = parseRow(typeName, row);
  shapes.set(typeName, shape);
  return shape;
};

/** Parsed rows by type name. */
const shapes = new Map<string, ObjectShape>();

const parseRow = (name: string, row: string): ObjectShape => {
  const tokens = row.split(" ").filter((token) => token !== "");
  const fields = tokens.filter((token) => !token.startsWith("#")).map(parseField);
  return {
    name,
    fields: new Map(fields.map((field) => [field.name, field])),
    alwaysWritten: fields.filter((field) => field.isAlwaysWritten),
    isAtomic: tokens.includes("#atomic"),
  };
};

const FIELD = /^([^:]+):(\*?)([\w[\]{}]+)(!?)(@\w*)?(~?)(\^?)(#[\w,]+)?$/;

const parseField = (token: string): FieldShape => {
  const [, name, pointer, type, always, merge, retain, replace, apply] = FIELD.exec(token) as unknown as string[];
  const keys = apply === undefined || apply === "#set" || apply === "#atomic" ? [] : apply.slice(1).split(",");
  return {
    name: name as string,
    type: parseType(type as string),
    isPointer: pointer === "*",
    isAlwaysWritten: always === "!",
    isMerged: merge !== undefined,
    mergeKey: merge === undefined || merge === "@" ? undefined : merge.slice(1),
    retainsKeys: retain === "~",
    isReplaced: replace === "^",
    listKeys: keys,
    isSet: apply === "#set",
    isAtomic: apply === "#atomic",
  };
};

const parseType = (text: string): TypeRef => {
  if (text.startsWith("[]")) return { kind: "list", item: parseType(text.slice(2)) };
  if (text.startsWith("{}")) return { kind: "map", value: parseType(text.slice(2)) };
  if (/^[a-z]/.test(text)) return { kind: "primitive", name: text as Primitive };
  return { kind: "object", name: text };
};
