import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical-json.ts";

/** A content hash as it goes over the wire: `sha256:` and 64 hex digits. */
export type Digest = `sha256:${string}`;

/** Hashes the UTF-8 bytes of a text. */
export const digestText = (text: string): Digest => `sha256:${bytesToHex(hashText(text))}`;

/** Hashes the canonical JSON of a value. */
export const digestJson = (value: unknown): Digest => digestText(canonicalJson(value));

/** Hashes the UTF-8 bytes of a text to its 32 raw bytes. */
export const hashText = (text: string): Uint8Array => sha256(utf8ToBytes(text));

/** Renders the first `characters` of a digest in lower-case base 32, as task URIs show it. */
export const shortDigest = (digest: Digest, characters = 16): string => {
  let bits = BigInt(`0x${digest.slice("sha256:".length)}`) >> BigInt(256 - characters * 5);
  let text = "";
  for (let i = 0; i < characters; i++) {
    text = BASE32[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
};

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
