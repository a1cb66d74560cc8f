import { constants, createDeflate, createInflate, type Deflate, type Inflate } from "node:zlib";
import { SPDY_DICTIONARY } from "./dictionary.ts";

/** Codec of headers in SPDY frames: one compressed stream per direction for the whole connection, so calls must be made in order. */
export interface HeaderCodec {
  decode(block: Buffer): Promise<ReadonlyMap<string, string>>;
  encode(headers: Readonly<Record<string, string>>): Promise<Buffer>;
  close(): void;
}

/** Creates the codec of a connection. */
export const createHeaderCodec = (): HeaderCodec => {
  const inflate = createInflate({ dictionary: SPDY_DICTIONARY, finishFlush: constants.Z_SYNC_FLUSH });
  const deflate = createDeflate({ dictionary: SPDY_DICTIONARY });
  return {
    decode: async (block) => parseBlock(await push(inflate, block)),
    encode: async (headers) => await push(deflate, renderBlock(headers)),
    close: () => {
      inflate.destroy();
      deflate.destroy();
    },
  };
};

const push = (stream: Inflate | Deflate, bytes: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer): void => void chunks.push(chunk);
    const fail = (cause: Error): void => reject(cause);
    stream.on("data", collect);
    stream.once("error", fail);
    stream.write(bytes);
    stream.flush(constants.Z_SYNC_FLUSH, () => {
      stream.off("data", collect);
      stream.off("error", fail);
      resolve(Buffer.concat(chunks));
    });
  });

const parseBlock = (block: Buffer): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  if (block.length < 4) return headers;
  let at = 4;
  const text = (): string => {
    const length = block.readUInt32BE(at);
    at += 4 + length;
    return block.toString("latin1", at - length, at);
  };
  for (let left = Math.min(block.readUInt32BE(0), HEADERS_MAX); left > 0; left--) headers.set(text().toLowerCase(), text());
  return headers;
};

const HEADERS_MAX = 1_000;

const renderBlock = (headers: Readonly<Record<string, string>>): Buffer => {
  const entries = Object.entries(headers);
  return Buffer.concat([word(entries.length), ...entries.flat().flatMap((text) => [word(text.length), Buffer.from(text, "latin1")])]);
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
