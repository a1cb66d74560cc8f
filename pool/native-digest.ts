import { hash } from "node:crypto";
import { canonicalJson } from "#core/canonical-json.ts";
import type { Digest } from "#core/digest.ts";

/** Hashes the UTF-8 bytes of a text to its 32 raw bytes: what the core's hashText gives, at the processor's own speed. */
export const nativeHash = (text: string): Uint8Array => hash("sha256", text, "buffer");

/** The core's digestText at the processor's own speed. */
export const nativeDigest = (text: string): Digest => `sha256:${hash("sha256", text, "hex")}`;

/** The core's digestJson at the processor's own speed. */
export const nativeDigestJson = (value: unknown): Digest => nativeDigest(canonicalJson(value));
