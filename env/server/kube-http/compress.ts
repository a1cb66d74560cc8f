import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A body as it is sent, with the headers that describe its encoding. */
export interface SentBody {
  readonly data: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Compresses large objects for clients that accept it, as the API server does; logs and small bodies are not compressed. */
export const compress = async (data: Buffer, contentType: string, acceptEncoding: string | undefined): Promise<SentBody> => {
  const accepts = (acceptEncoding ?? "").split(",").some((name) => name.trim() === "gzip");
  if (!accepts || data.length <= PLAIN_BYTES_MAX || !contentType.startsWith("application/")) return { data, headers: {} };
  return { data: await zip(data, { level: 1 }), headers: { "content-encoding": "gzip", vary: "Accept-Encoding" } };
};

const PLAIN_BYTES_MAX = 128 * 1024;

const zip: (data: Buffer, options: { readonly level: number }) => Promise<Buffer> = promisify(gzip);
