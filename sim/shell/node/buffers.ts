import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from "#core/base64.ts";
import { fromArray, fromBytes, toArray, toBytes } from "../machine/bytes.ts";
import { toText } from "./operations.ts";
import { type HostFunction, isBuffer, type ScriptBuffer } from "./values.ts";

type Args = readonly unknown[];

/** A buffer of bytes, one character each. */
export const bufferOf = (bytes: string): ScriptBuffer => ({ isBuffer: true, length: bytes.length, bytes });

/** A buffer out of a text in an encoding, of a list of numbers, or of another buffer. */
export const bufferFrom = ([value, encoding]: Args): ScriptBuffer => {
  if (isBuffer(value)) return bufferOf(value.bytes);
  if (Array.isArray(value)) return bufferOf(value.map((byte) => String.fromCharCode(Number(byte) & 255)).join(""));
  return bufferOf((ENCODINGS[toText(encoding)] ?? UTF8).toBytes(toText(value)));
};

/** The text of bytes in an encoding. */
export const encodeBytes = (bytes: string, encoding: unknown): string => (ENCODINGS[toText(encoding)] ?? UTF8).toText(bytes);

/** What a buffer can do. */
export const bufferMethod = (buffer: ScriptBuffer, key: string): unknown => {
  if (key === "length" || key === "byteLength") return buffer.length;
  if (/^\d+$/.test(key)) return buffer.bytes.charCodeAt(Number(key));
  if (key === "toString") return ([encoding]: Args) => encodeBytes(buffer.bytes, encoding);
  if (key === "fill") return () => buffer;
  if (key === "slice" || key === "subarray") return ([from, to]: Args) => bufferOf(buffer.bytes.slice(from as number, to as number));
  if (key === "equals") return ([other]: Args) => isBuffer(other) && other.bytes === buffer.bytes;
  return undefined satisfies HostFunction | undefined;
};

interface Encoding {
  toBytes(text: string): string;
  toText(bytes: string): string;
}

const UTF8: Encoding = { toBytes, toText: fromBytes };

const BASE64: Encoding = {
  toBytes: (text) => fromArray(decodeBase64(text)),
  toText: (bytes) => encodeBase64(toArray(bytes)),
};

const HEX: Encoding = {
  toBytes: (text) => text.replaceAll(/([0-9a-f]{2})/gi, (pair) => String.fromCharCode(Number.parseInt(pair, 16))),
  toText: (bytes) => [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(""),
};

const LATIN1: Encoding = { toBytes: (text) => text, toText: (bytes) => bytes };

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  base64: BASE64,
  base64url: { toBytes: (text) => fromArray(decodeBase64Url(text)), toText: (bytes) => encodeBase64Url(toArray(bytes)) },
  hex: HEX,
  latin1: LATIN1,
  binary: LATIN1,
};
