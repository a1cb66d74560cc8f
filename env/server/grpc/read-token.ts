import { createHash } from "node:crypto";
import { z } from "zod";

/** Schema of a secret of 16 to 64 bytes; empty means none. */
export const tokenField = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.length === 0 || (bytes.length >= 16 && bytes.length <= 64), { error: "has a wrong size; give 16 to 64 bytes" });

/** Digest of a secret, which is stored in its place; empty for none. */
export const digestToken = (token: Uint8Array | undefined): string | undefined =>
  token === undefined || token.length === 0 ? undefined : createHash("sha256").update(token).digest("hex");
