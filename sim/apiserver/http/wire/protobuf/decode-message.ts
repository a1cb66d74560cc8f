import { encodeBase64 } from "#core/base64.ts";
import { err, ok, type Result } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { decodeUtf8 } from "#core/utf8.ts";
import { type MessageField, type MessageType, messageType } from "./message-type.ts";
import { readWire, type WireField } from "./read-wire.ts";

/** Reads a message as the JSON form of its type. */
export const decodeMessage = (typeName: string, bytes: Uint8Array): Result<Readonly<Record<string, unknown>>, string> => {
  const type = messageType(typeName);
  if (type === undefined) return err(`no type ${typeName}`);
  const value: Record<string, unknown> = {};
  const problem = readFields(type, bytes, value);
  return problem === undefined ? ok(value) : err(problem);
};

const readFields = (type: MessageType, bytes: Uint8Array, into: Record<string, unknown>): string | undefined => {
  const fields = readWire(bytes);
  if (!fields.ok) return fields.error;
  for (const field of fields.value) {
    const known = type.get(field.number);
    const problem = known === undefined ? undefined : readField(known, field.value, into);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const readField = (field: MessageField, raw: WireField["value"], into: Record<string, unknown>): string | undefined => {
  if (field.isInline) return readFields(messageType(field.type) as MessageType, raw as Uint8Array, into);
  if (field.shape === "map") return readEntry(field, raw as Uint8Array, into);
  const value = readValue(field.type, raw);
  if (!value.ok) return value.error;
  if (field.shape === "list") {
    const list = (into[field.name] ?? []) as unknown[];
    list.push(value.value);
    into[field.name] = list;
  } else if (field.isPointer || field.isAlwaysWritten || !isZero(value.value)) into[field.name] = value.value;
  return undefined;
};

/** Reads a map entry: field 1 is the key, 2 the value; either is missing when it is zero. */
const readEntry = (field: MessageField, bytes: Uint8Array, into: Record<string, unknown>): string | undefined => {
  const entry = readWire(bytes);
  if (!entry.ok) return entry.error;
  const key = entry.value.find(({ number }) => number === 1)?.value;
  const raw = entry.value.find(({ number }) => number === 2)?.value;
  const value = readValue(field.type, raw ?? EMPTY);
  if (!value.ok) return value.error;
  const map = (into[field.name] ?? {}) as Record<string, unknown>;
  map[key === undefined ? "" : decodeUtf8(key as Uint8Array)] = value.value;
  into[field.name] = map;
  return undefined;
};

const EMPTY = new Uint8Array();

const isZero = (value: unknown): boolean => value === "" || value === 0 || value === false || value === null || value === undefined;

const readValue = (type: string, raw: WireField["value"]): Result<unknown, string> => {
  const leaf = LEAVES[type];
  if (leaf !== undefined) return leaf(raw);
  return raw instanceof Uint8Array ? decodeMessage(type, raw) : err(`wrong wireType for ${type}`);
};

const ofBytes =
  (read: (bytes: Uint8Array) => unknown): ((raw: WireField["value"]) => Result<unknown, string>) =>
  (raw) =>
    raw instanceof Uint8Array ? ok(read(raw)) : err("proto: wrong wireType");

/** Messages of numbered leaves. */
const ofFields =
  (read: (field: (number: number) => WireField["value"] | undefined) => unknown): ((raw: WireField["value"]) => Result<unknown, string>) =>
  (raw) => {
    if (!(raw instanceof Uint8Array)) return err("proto: wrong wireType");
    const fields = readWire(raw);
    return fields.ok ? ok(read((number) => fields.value.findLast((field) => field.number === number)?.value)) : fields;
  };

const textOf = (raw: WireField["value"] | undefined): string => (raw instanceof Uint8Array ? decodeUtf8(raw) : "");
const numberOf = (raw: WireField["value"] | undefined): number => (raw instanceof Uint8Array ? 0 : Number(raw ?? 0));

const LEAVES: Readonly<Record<string, (raw: WireField["value"]) => Result<unknown, string>>> = {
  string: ofBytes(decodeUtf8),
  bytes: ofBytes(encodeBase64),
  bool: (raw) => ok(numberOf(raw) !== 0),
  int: (raw) => ok(numberOf(raw)),
  double: (raw) => ok(numberOf(raw)),
  quantity: ofFields((field) => textOf(field(1))),
  intstr: ofFields((field) => (numberOf(field(1)) === 1 ? textOf(field(3)) : numberOf(field(2)))),
  time: ofFields((field) => (field(1) === undefined ? null : timestamp(numberOf(field(1))))),
  microtime: ofFields((field) => (field(1) === undefined ? null : microTimestamp(numberOf(field(1)), numberOf(field(2))))),
  duration: ofFields((field) => `${numberOf(field(1)) / 1e9}s`),
  raw: ofFields((field) => parseJson(textOf(field(1)))),
  items: (raw) => {
    if (!(raw instanceof Uint8Array)) return err("proto: wrong wireType");
    const fields = readWire(raw);
    return fields.ok ? ok(fields.value.map(({ value }) => textOf(value))) : fields;
  },
  schemaOrBool: ofFields((field) => eitherOf(field(2), numberOf(field(1)) !== 0)),
  schemaOrArray: (raw) => schemaOrList(raw, (bytes) => schemaOf(bytes)),
  schemaOrStrings: (raw) => schemaOrList(raw, textOf),
};

const SCHEMA = "apiextensions.JSONSchemaProps";

const schemaOf = (raw: WireField["value"]): unknown => {
  const schema = decodeMessage(SCHEMA, raw instanceof Uint8Array ? raw : EMPTY);
  return schema.ok ? schema.value : {};
};

const eitherOf = (schema: WireField["value"] | undefined, other: unknown): unknown => (schema === undefined ? other : schemaOf(schema));

const schemaOrList = (raw: WireField["value"], item: (raw: WireField["value"]) => unknown): Result<unknown, string> => {
  if (!(raw instanceof Uint8Array)) return err("proto: wrong wireType");
  const fields = readWire(raw);
  if (!fields.ok) return fields;
  const schema = fields.value.find(({ number }) => number === 1)?.value;
  return ok(
    eitherOf(
      schema,
      fields.value.filter(({ number }) => number === 2).map(({ value }) => item(value)),
    ),
  );
};

/** The year 1, which is what Go takes for no time. */
const NO_TIME_SECONDS = -62_135_596_800;

const timestamp = (seconds: number): string | null => (seconds === NO_TIME_SECONDS ? null : toTimestamp(seconds * 1000));

const microTimestamp = (seconds: number, nanos: number): string | null =>
  seconds === NO_TIME_SECONDS ? null : `${toTimestamp(seconds * 1000).slice(0, -1)}.${`${Math.floor(nanos / 1000)}`.padStart(6, "0")}Z`;

const parseJson = (text: string): unknown => {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
