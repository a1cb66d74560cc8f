import { decodeUtf8 } from "./utf8.ts";

/** The 64 characters of base 64, by their values. */
export const BASE64_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The 64 characters of URL-safe base 64, by their values. */
export const BASE64_URL_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Renders bytes in base 64 with padding. */
export const encodeBase64 = (bytes: Uint8Array): string => {
  const text = encode(bytes, BASE64_SIGNS);
  return text.padEnd(4 * Math.ceil(text.length / 4), "=");
};

/** Renders bytes in URL-safe base 64 (RFC 4648 section 5), without padding. */
export const encodeBase64Url = (bytes: Uint8Array): string => encode(bytes, BASE64_URL_SIGNS);

/** Decodes base 64; characters outside the alphabet are ignored. */
export const decodeBase64 = (text: string): Uint8Array => decode(text, BASE64_VALUES);

/** Decodes URL-safe base 64; characters outside the alphabet are ignored. */
export const decodeBase64Url = (text: string): Uint8Array => decode(text, BASE64_URL_VALUES);

/** Decodes base 64 to text; bytes that are not UTF-8 become U+FFFD. */
export const decodeBase64Text = (text: string): string => decodeUtf8(decodeBase64(text));

/** Encodes in pieces of `PIECE` bytes: text that grows character by character is kept as a chain of as many parts. */
const encode = (bytes: Uint8Array, signs: string): string => {
  let text = "";
  for (let from = 0; from < bytes.length; from += PIECE) text += encodePiece(bytes.subarray(from, from + PIECE), signs);
  return text;
};

/** Bytes per piece, a multiple of three. */
const PIECE = 3 * 1024;

const encodePiece = (bytes: Uint8Array, signs: string): string => {
  const codes: number[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const word = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let i = 0; i < 4 && at + i <= bytes.length; i++) codes.push(signs.charCodeAt((word >> (18 - 6 * i)) & 63));
  }
  return String.fromCharCode(...codes);
};

const decode = (text: string, values: ReadonlyMap<string, number>): Uint8Array => {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [length, word, bits] = [0, 0, 0];
  for (const character of text) {
    const value = values.get(character);
    if (value === undefined) continue;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = word >> bits;
  }
  return bytes.subarray(0, length);
};

const valuesOf = (signs: string): ReadonlyMap<string, number> => new Map([...signs].map((sign, value) => [sign, value]));

const BASE64_VALUES = valuesOf(BASE64_SIGNS);
const BASE64_URL_VALUES = valuesOf(BASE64_URL_SIGNS);
