import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Encodes a text as UTF-8; half a surrogate pair becomes U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array => utf8ToBytes(text);

/** Decodes UTF-8; invalid bytes become U+FFFD, as in Go and in browsers. */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const end = chunkEnd(bytes, Math.min(at + CHUNK, bytes.length));
    parts.push(decodeChunk(bytes, at, end));
    at = end - CHUNK;
  }
  return parts.join("");
};

const CHUNK = 8_192;

/** Moves a boundary back to the start of the character that it would cut. */
const chunkEnd = (bytes: Uint8Array, end: number): number => {
  if (end === bytes.length) return end;
  let at = end;
  while (at > end - 4 && ((bytes[at] as number) & 0xc0) === 0x80) at -= 1;
  return at;
};

const decodeChunk = (bytes: Uint8Array, from: number, to: number): string => {
  const codes: number[] = [];
  for (let at = from; at < to; ) {
    const first = bytes[at] as number;
    const { code, length } = first < 0x80 ? { code: first, length: 1 } : decodeCharacter(bytes, at, to);
    if (code < 0x1_00_00) codes.push(code);
    else codes.push(0xd800 + ((code - 0x1_00_00) >> 10), 0xdc00 + ((code - 0x1_00_00) & 0x3ff));
    at += length;
  }
  return String.fromCharCode(...codes);
};

const REPLACEMENT = 0xfffd;
const BAD = { code: REPLACEMENT, length: 1 };

const decodeCharacter = (bytes: Uint8Array, at: number, to: number): { readonly code: number; readonly length: number } => {
  const first = bytes[at] as number;
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length === 0 || first >= 0xf5 || at + length > to) return BAD;
  let code = first & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] as number;
    if ((next & 0xc0) !== 0x80) return BAD;
    code = (code << 6) | (next & 0x3f);
  }
  const isValid =
    code >= (length === 2 ? 0x80 : length === 3 ? 0x800 : 0x1_00_00) && code <= 0x10_ff_ff && (code < 0xd800 || code > 0xdfff);
  return isValid ? { code, length } : BAD;
};
