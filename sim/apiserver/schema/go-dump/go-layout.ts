import { GO_NAMED_TYPES, GO_STRUCTS } from "./generated/go-layouts.ts";

/** One field of a Go struct. */
export interface GoField {
  readonly name: string;
  /** As JSON names it; empty: its fields stand among those of its owner. */
  readonly inJson: string;
  /** As Go writes it: `string`, `*int64`, `[]v1.Container`, `map[string]string`, `v1.PodSpec`. */
  readonly type: string;
}

/** The fields of a struct in order; undefined when the name is none of a struct. */
export const goStruct = (name: string): readonly GoField[] | undefined => {
  let fields = structs.get(name);
  const row = fields === undefined ? tables().structs.get(name) : undefined;
  if (row === undefined) return fields;
  fields = row.split(" ").map(parseField);
  structs.set(name, fields);
  return fields;
};

/** Underlying type of a named type; any other type is its own. */
export const underlying = (type: string): string => tables().named.get(type) ?? type;

/** Parsed rows: a cache of constants, filled when the first template is hashed. */
const structs = new Map<string, readonly GoField[]>();
let parsed: { readonly structs: ReadonlyMap<string, string>; readonly named: ReadonlyMap<string, string> } | undefined;

const tables = (): NonNullable<typeof parsed> => {
  parsed ??= { structs: rowsOf(GO_STRUCTS), named: rowsOf(GO_NAMED_TYPES) };
  return parsed;
};

const rowsOf = (table: string): ReadonlyMap<string, string> => new Map(table.split("\n").map((row) => splitAt(row, " ")));

const parseField = (text: string): GoField => {
  const [name, rest] = splitAt(text, "=");
  const [inJson, type] = splitAt(rest, ":");
  return { name, inJson, type };
};

const splitAt = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
};
