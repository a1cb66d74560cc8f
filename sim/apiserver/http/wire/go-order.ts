import { messageName } from "./protobuf/message-name.ts";
import { type MessageField, messageType } from "./protobuf/message-type.ts";

/**
 * The object with its members in the order in which the API server writes them: those of its Go type, or of the alphabet where
 * a definition declares it.
 */
export const inGoOrder = (object: object): object => {
  const { kind, apiVersion, ...rest } = object as { readonly kind?: unknown; readonly apiVersion?: unknown };
  const name = typeof kind === "string" && typeof apiVersion === "string" ? messageName(apiVersion, kind) : undefined;
  return name === undefined ? sorted(object) : { kind, apiVersion, ...(inOrder(rest, name) as object) };
};

/** Value with its members sorted at every level, as Go writes untyped values. */
export const sorted = <T>(value: T): T => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted) as T;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) out[key] = sorted((value as Readonly<Record<string, unknown>>)[key]);
  return out as T;
};

type Fields = Readonly<Record<string, unknown>>;

const inOrder = (value: unknown, type: string): unknown => {
  const fields = typeof value === "object" && value !== null ? fieldsOf(type) : undefined;
  if (fields === undefined) return value;
  const given = value as Fields;
  const out: Record<string, unknown> = {};
  for (const field of fields) {
    const member = given[field.name];
    if (member !== undefined) out[field.name] = memberInOrder(member, field);
  }
  for (const key in given) if (!(key in out)) out[key] = given[key];
  return out;
};

const memberInOrder = (member: unknown, { type, shape }: MessageField): unknown => {
  if (fieldsOf(type) === undefined) return member;
  if (shape === "list") return Array.isArray(member) ? member.map((item) => inOrder(item, type)) : member;
  if (shape === "one" || typeof member !== "object" || member === null) return inOrder(member, type);
  return Object.fromEntries(Object.entries(member).map(([key, item]) => [key, inOrder(item, type)]));
};

/** The fields of a message, those of messages in it at their place; undefined for a leaf. */
const fieldsOf = (type: string): readonly MessageField[] | undefined => {
  if (known.has(type)) return known.get(type);
  const message = messageType(type);
  const fields = message && [...message.values()].flatMap((field) => (field.isInline ? (fieldsOf(field.type) ?? []) : [field]));
  known.set(type, fields);
  return fields;
};

/** A cache of constants. */
const known = new Map<string, readonly MessageField[] | undefined>();
