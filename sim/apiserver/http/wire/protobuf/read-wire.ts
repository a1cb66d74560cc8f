import { err, ok, type Result } from "#core/result.ts";

/** One field as it stands in the bytes: a number for the two number types, bytes for the third. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | number | Uint8Array;
}

/** Takes the bytes of a message apart, in order; the error is in the words of Go's generated code. */
export const readWire = (bytes: Uint8Array): Result<readonly WireField[], string> => {
  const fields: WireField[] = [];
  const cursor: Cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) {
    const key = readVarint(cursor);
    if (typeof key === "string") return err(key);
    const number = typeof key === "number" ? key >> 3 : Number(key >> 3n);
    if (number <= 0) return err(`illegal tag ${number} (wire type ${key})`);
    const value = readValue(cursor, typeof key === "number" ? key & 7 : Number(key & 7n));
    if (typeof value === "string") return err(value);
    fields.push({ number, value });
  }
  return ok(fields);
};

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const CUT_OFF = "unexpected EOF";

const readValue = (cursor: Cursor, wireType: number): WireField["value"] | string => {
  switch (wireType) {
    case 0:
      return readVarint(cursor);
    case 1:
      return readDouble(cursor);
    case 2: {
      const length = readVarint(cursor);
      if (typeof length === "string") return length;
      const end = cursor.at + Number(length);
      if (length < 0 || end > cursor.bytes.length) return CUT_OFF;
      const value = cursor.bytes.subarray(cursor.at, end);
      cursor.at = end;
      return value;
    }
    case 5: {
      cursor.at += 4;
      return cursor.at > cursor.bytes.length ? CUT_OFF : 0;
    }
    default:
      return `proto: illegal wireType ${wireType}`;
  }
};

/** A number of up to 64 bits, in two's complement; almost all have a byte or two, which need no big integer. */
const readVarint = (cursor: Cursor): bigint | number | string => {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) return CUT_OFF;
    cursor.at += 1;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  return readLongVarint(cursor, BigInt(value));
};

const readLongVarint = (cursor: Cursor, low: bigint): bigint | string => {
  let value = low;
  for (let shift = 28n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) return CUT_OFF;
    cursor.at += 1;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asIntN(64, value);
  }
  return "proto: integer overflow";
};

const readDouble = (cursor: Cursor): number | string => {
  const end = cursor.at + 8;
  if (end > cursor.bytes.length) return CUT_OFF;
  const { bytes, at } = cursor;
  cursor.at = end;
  return new DataView(bytes.buffer, bytes.byteOffset + at, 8).getFloat64(0, true);
};
