import type { KubeBytes } from "../kube-protocol.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Encodes bytes for JSON. */
export const packBytes = (bytes: string | Uint8Array): KubeBytes => {
  if (typeof bytes === "string") return { text: bytes };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
};

/** Decodes the result of `packBytes`. */
export const unpackBytes = (bytes: KubeBytes): Buffer =>
  "text" in bytes ? Buffer.from(bytes.text, "utf8") : Buffer.from(bytes.base64, "base64");
