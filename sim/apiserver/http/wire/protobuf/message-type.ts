import { MESSAGE_TYPES } from "./generated/message-types.ts";

/** One field of a message. */
export interface MessageField {
  /** As JSON names it; empty when `isInline`. */
  readonly name: string;
  readonly shape: "one" | "list" | "map";
  /** A leaf (`string`, `int`, `bool`, `bytes`, `time`, `quantity`, …) or the name of a message. */
  readonly type: string;
  /** The fields of the message stand among those of its owner. */
  readonly isInline: boolean;
  /** True for fields with a pointer in Go, whose zero values are kept; zero values of others are left out. */
  readonly isPointer: boolean;
  readonly isAlwaysWritten: boolean;
}

/** The fields of a message, by number. */
export type MessageType = ReadonlyMap<number, MessageField>;

/**
 * A message of the Kubernetes API, `core.Pod`; undefined when the table lacks it.
 *
 * A row is a name and fields: the number, the name in JSON, a colon, flags, the type. Flags are `^` inline, `*` pointer,
 * `!` always written; `[]` before a type is a list, `{}` a map with texts as keys.
 */
export const messageType = (name: string): MessageType | undefined => {
  let type = types.get(name);
  const row = type === undefined ? rowsByName().get(name) : undefined;
  if (row === undefined) return type;
  type = new Map(row.split(" ").map(parseField));
  types.set(name, type);
  return type;
};

/** Parsed rows: a cache of constants. */
const types = new Map<string, MessageType>();
let rows: ReadonlyMap<string, string> | undefined;

/** Table rows by name, split on first use, since most worlds never see protobuf. */
const rowsByName = (): ReadonlyMap<string, string> => {
  rows ??= new Map(
    MESSAGE_TYPES.split("\n").map((row) => {
      const at = row.indexOf(" ");
      return [row.slice(0, at), row.slice(at + 1)];
    }),
  );
  return rows;
};

const FIELD = /^(\d+)([^:]*):([\^*!]?)(\[\]|\{\})?(.+)$/;
const SHAPES = { "[]": "list", "{}": "map" } as const;

const parseField = (text: string): readonly [number, MessageField] => {
  const [, number = "", name = "", flag = "", shape, type = ""] = FIELD.exec(text) ?? [];
  const field: MessageField = {
    name,
    shape: shape === undefined ? "one" : SHAPES[shape as "[]" | "{}"],
    type,
    isInline: flag === "^",
    isPointer: flag === "*",
    isAlwaysWritten: flag === "!",
  };
  return [Number(number), field];
};
