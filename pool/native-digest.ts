import { hash } from "node:crypto";
import { canonicalJson } from "#core/canonical-json.ts";
import type { Digest } from "#core/digest.ts";

/** SHA-256 of a text's UTF-8 bytes as 64 hex digits, by Node's native code. */
export const nativeHash = (text: string): string => hash("sha256", text, "hex");

/** Same as digestText of core, by Node's native code. */
export const nativeDigest = (text: string): Digest => `sha256:${nativeHash(text)}`;

/** Same as digestJson of core, by Node's native code. */
export const nativeDigestJson = (value: unknown): Digest => nativeDigest(canonicalJson(value));
