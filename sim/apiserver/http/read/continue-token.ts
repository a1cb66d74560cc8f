import { decodeBase64Url, encodeBase64Url } from "#core/base64.ts";
import { err, ok, type Result } from "#core/result.ts";
import { decodeUtf8, encodeUtf8 } from "#core/utf8.ts";
import { goJsonError } from "../wire/go-json-error.ts";

/** Position from which a chunked list continues. */
export interface ContinueToken {
  /** Version of the list; -1: the newest. */
  readonly version: number;
  /** Keys from this one on, it included. */
  readonly start: string;
}

/** Writes a token as the server does: JSON in base 64. */
export const encodeToken = ({ version, start }: ContinueToken): string =>
  encodeBase64Url(encodeUtf8(JSON.stringify({ v: FORMAT, rv: version, start })));

/** Reads a token; the error is the server's. */
export const decodeToken = (text: string): Result<ContinueToken, string> => {
  const bad = text.search(/[^A-Za-z0-9_-]/);
  if (bad !== -1) return err(`${INVALID}illegal base64 data at input byte ${bad}`);
  const bytes = decodeBase64Url(text);
  let token: { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown };
  try {
    token = JSON.parse(decodeUtf8(bytes));
  } catch {
    return err(`${INVALID}${goJsonError(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`);
  }
  const mistyped = TYPES.find(([member, type]) => token?.[member] !== undefined && typeof token[member] !== type);
  if (mistyped !== undefined) return err(`${INVALID}${unmarshalText(token, mistyped)}`);
  if (token?.v !== FORMAT) return err(`${INVALID}server does not recognize this encoded version ${token?.v ?? ""}`);
  if (!Number.isInteger(token.rv) || token.rv === 0) return err(`${INVALID}incorrect encoded start resourceVersion (version ${FORMAT})`);
  if (typeof token.start !== "string" || token.start === "") return err(`${INVALID}encoded start key empty (version ${FORMAT})`);
  // A key that would leave its folder is none.
  if (`/${token.start}/`.includes("/../") || `/${token.start}/`.includes("/./")) return err(`${INVALID}${token.start}`);
  return ok({ version: token.rv as number, start: token.start });
};

/** The members of a token with their types here and in Go. */
const TYPES = [
  ["v", "string", "string"],
  ["rv", "number", "int64"],
  ["start", "string", "string"],
] as const;

const unmarshalText = (token: Readonly<Record<string, unknown>>, [member, , goType]: (typeof TYPES)[number]): string => {
  const value = token[member];
  const given = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
  return `json: cannot unmarshal ${given} into Go struct field continueToken.${member} of type ${goType}`;
};

const FORMAT = "meta.k8s.io/v1";
const INVALID = "invalid continue token: continue key is not valid: ";
