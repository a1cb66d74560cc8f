import { err, ok, type Result } from "#core/result.ts";
import { goJsonError } from "../wire/go-json-error.ts";

/** Where a list goes on. */
export interface ContinueToken {
  /** The version that the list is of; -1: whatever is there now. */
  readonly version: number;
  /** Keys from this one on, it included. */
  readonly start: string;
}

/** Writes a token as the server does: JSON in base 64. */
export const encodeToken = ({ version, start }: ContinueToken): string => {
  const json = JSON.stringify({ v: FORMAT, rv: version, start });
  const bytes = [...json.replaceAll("\u0000", "\\u0000")].map((character) => character.charCodeAt(0));
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let j = 0; j < 4 && i + j <= bytes.length; j++) text += ALPHABET[(word >> (18 - 6 * j)) & 63];
  }
  return text;
};

/** Reads a token; the error is the server's. */
export const decodeToken = (text: string): Result<ContinueToken, string> => {
  const json = fromBase64(text);
  if (json === undefined) return err(`${INVALID}illegal base64 data at input byte ${text.search(/[^A-Za-z0-9_-]/)}`);
  let token: { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown };
  try {
    token = JSON.parse(json);
  } catch {
    return err(`${INVALID}${goJsonError(json)}`);
  }
  if (token?.v !== FORMAT) return err(`${INVALID}server does not recognize this encoded version ${token?.v ?? ""}`);
  if (!Number.isInteger(token.rv) || token.rv === 0) return err(`${INVALID}incorrect encoded start resourceVersion (version ${FORMAT})`);
  if (typeof token.start !== "string" || token.start === "") return err(`${INVALID}encoded start key empty (version ${FORMAT})`);
  // A key that would leave its folder is none.
  if (`/${token.start}/`.includes("/../") || `/${token.start}/`.includes("/./")) return err(`${INVALID}${token.start}`);
  return ok({ version: token.rv as number, start: token.start });
};

const FORMAT = "meta.k8s.io/v1";
const INVALID = "invalid continue token: continue key is not valid: ";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const fromBase64 = (text: string): string | undefined => {
  let bits = 0;
  let word = 0;
  let decoded = "";
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return undefined;
    word = (word << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((word >> bits) & 0xff);
    word &= (1 << bits) - 1;
  }
  return decoded;
};
