import { err, ok, type Result } from "#core/result.ts";
import { decodeUtf8 } from "#core/utf8.ts";
import { decodeMessage } from "./decode-message.ts";
import { messageName } from "./message-name.ts";
import { readWire } from "./read-wire.ts";

/**
 * Reads a body of the media type `application/vnd.kubernetes.protobuf`: the four bytes `k8s\0`, then an envelope with the
 * type and the message.
 *
 * @param fallback what the path serves, for envelopes that name no type
 * @returns the object in its JSON form, or why there is none, in the server's words
 */
export const decodeProtobuf = (
  body: Uint8Array,
  fallback: { readonly apiVersion: string; readonly kind: string },
): Result<Readonly<Record<string, unknown>>, ProtobufProblem> => {
  if (body.length === 0) return err({ at: "envelope", text: "empty data" });
  if (!MAGIC.every((byte, index) => body[index] === byte)) {
    return err({ at: "envelope", text: "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]" });
  }
  if (body.length === MAGIC.length) return err({ at: "envelope", text: "empty body" });
  const envelope = readWire(body.subarray(MAGIC.length));
  if (!envelope.ok) return err({ at: "envelope", text: envelopeText(body, envelope.error) });
  const part = (number: number): Uint8Array => partOf(envelope.value, number);
  const type = readWire(part(1));
  if (!type.ok) return err({ at: "envelope", text: type.error });
  const apiVersion = decodeUtf8(partOf(type.value, 1)) || fallback.apiVersion;
  const kind = decodeUtf8(partOf(type.value, 2)) || fallback.kind;
  const name = messageName(apiVersion, kind);
  // What the server has no type for is refused where its kind is looked at.
  if (name === undefined) return ok({ apiVersion, kind });
  const message = decodeMessage(name, part(2));
  return message.ok ? ok({ apiVersion, kind, ...message.value }) : err({ at: "message", apiVersion, kind, text: message.error });
};

/** Problem of a body in protobuf: its envelope, or the message in it. */
export type ProtobufProblem =
  | { readonly at: "envelope"; readonly text: string }
  | { readonly at: "message"; readonly apiVersion: string; readonly kind: string; readonly text: string };

/** Error of an envelope, by the wire type of its first field. */
const envelopeText = (body: Uint8Array, text: string): string => {
  const key = body[MAGIC.length] as number;
  const isType = key >> 3 === 1 && (key & 7) !== 2;
  return isType ? `proto: wrong wireType = ${key & 7} for field TypeMeta` : text;
};

const MAGIC: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

const partOf = (fields: readonly { readonly number: number; readonly value: unknown }[], number: number): Uint8Array => {
  const value = fields.findLast((field) => field.number === number)?.value;
  return value instanceof Uint8Array ? value : new Uint8Array();
};
