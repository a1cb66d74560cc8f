import { encodeBase64 } from "#core/base64.ts";
import type { Rng } from "#core/rng.ts";
import { encodeUtf8 } from "#core/utf8.ts";

/** Draws a certificate that a server signed for itself, PEM in base 64: of it only the frame is ever read. */
export const drawCertificate = (rng: Rng): string => {
  const body = Array.from({ length: 124 }, () => rng.int(0, 255));
  return pem("CERTIFICATE", [0x30, 0x7a, ...body.slice(0, 0x7a)]);
};

/** Writes bytes as PEM in base 64. */
export const pem = (what: string, bytes: readonly number[]): string => {
  const lines = encodeBase64(Uint8Array.from(bytes)).match(/.{1,64}/g) ?? [];
  return encodeBase64(encodeUtf8(`-----BEGIN ${what}-----\n${lines.join("\n")}\n-----END ${what}-----\n`));
};
