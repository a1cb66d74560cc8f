import { dumpQuantity } from "./dump-quantity.ts";
import { goStruct, underlying } from "./go-layout.ts";

/**
 * Prints a value as Kubernetes prints it for hashing: every field of every struct with its type, missing ones included.
 * @param type as Go names it, `v1.PodTemplateSpec`
 * @param value as JSON has it
 */
export const dumpValue = (type: string, value: unknown): string => `(${type})${dump(type, value)}`;

/** With its type, as fields of structs are printed. */
const dumpField = (type: string, value: unknown): string =>
  `(${type})${type.startsWith("*") && isMissing(value) ? NIL : dump(type, value)}`;

const dump = (type: string, value: unknown): string => {
  if (type.startsWith("*")) return dump(type.slice(1), value);
  const leaf = LEAVES[type];
  if (leaf !== undefined) return leaf(value);
  const fields = goStruct(type);
  if (fields !== undefined) {
    const members = (value ?? {}) as Readonly<Record<string, unknown>>;
    return `{${fields.map((field) => `${field.name}:${dumpField(field.type, field.inJson === "" ? members : members[field.inJson])}`).join(" ")}}`;
  }
  const real = underlying(type);
  if (real.startsWith("[]")) return dumpList(real.slice(2), value as readonly unknown[] | undefined);
  const map = MAP.exec(real);
  if (map !== null) return dumpMap(map[1] as string, value as Readonly<Record<string, unknown>> | undefined);
  return `${value ?? ZEROS[real] ?? ""}`;
};

const NIL = "<nil>";
const MAP = /^map\[[\w.]+\](.+)$/;
const ZEROS: Readonly<Record<string, string>> = { string: "", bool: "false", int32: "0", int64: "0", uint8: "0" };

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Dumps a list; an empty one is nil in Go once it was sent over the wire. */
const dumpList = (type: string, items: readonly unknown[] | undefined): string =>
  items === undefined || items.length === 0 ? NIL : `[${items.map((item) => dump(type, item)).join(" ")}]`;

const dumpMap = (type: string, members: Readonly<Record<string, unknown>> | undefined): string => {
  const keys = Object.keys(members ?? {}).sort();
  return keys.length === 0 ? NIL : `map[${keys.map((key) => `${key}:${dump(type, members?.[key])}`).join(" ")}]`;
};

const dumpIntOrString = (value: unknown): string => {
  const isText = typeof value === "string";
  return `{Type:(intstr.Type)${isText ? 1 : 0} IntVal:(int32)${isText ? 0 : (value ?? 0)} StrVal:(string)${isText ? value : ""}}`;
};

const LEAVES: Readonly<Record<string, (value: unknown) => string>> = {
  // A template was never created: its time is always the first one.
  "v1.Time": () => "{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}",
  "resource.Quantity": (value) => dumpQuantity(value as string | undefined),
  "intstr.IntOrString": dumpIntOrString,
};
