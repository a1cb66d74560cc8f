import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** Packs a value for a file: a checksum, then compressed bytes. It may hold anything that V8 can copy, which JSON cannot. */
export const pack = (value: unknown): Buffer => {
  const bytes = zstdCompressSync(serialize(value), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return Buffer.concat([checksumOf(bytes), bytes]);
};

/** Unpacks what `pack` has made. @throws Error when the bytes are not those that were packed */
const unpack = (file: Buffer): unknown => {
  const bytes = file.subarray(CHECKSUM_BYTES);
  if (!checksumOf(bytes).equals(file.subarray(0, CHECKSUM_BYTES))) throw new Error("the file is damaged");
  return deserialize(zstdDecompressSync(bytes));
};

const checksumOf = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();

const CHECKSUM_BYTES = 32;

/** Reads a packed value; undefined when there is none, or its file is damaged. */
export const readPacked = <T>(path: string): T | undefined => {
  try {
    return unpack(readFileSync(path)) as T;
  } catch {
    return undefined;
  }
};

/** Name of the file of a value: names have blanks. */
export const packedName = (name: string): string => name.replaceAll(" ", "@");
