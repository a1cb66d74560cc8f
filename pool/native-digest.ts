import { hash } from "node:crypto";
import { canonicalJson } from "#core/canonical-json.ts";
import type { Digest } from "#core/digest.ts";

/** The SHA-256 of a text's UTF-8 bytes as 64 hex digits, at the processor's own speed. */
export const nativeHash = (text: string): string => hash("sha256", text, "hex");

/** The core's digestText at the processor's own speed. */
export const nativeDigest = (text: string): Digest => `sha256:${nativeHash(text)}`;

/** The core's digestJson at the processor's own speed. */
export const nativeDigestJson = (value: unknown): Digest => nativeDigest(canonicalJson(value));
