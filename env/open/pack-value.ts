import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** Packs a value for a file: a checksum, then compressed bytes. It may hold anything that V8 can copy, which JSON cannot. */
export const pack = (value: unknown): Buffer => {
  const bytes = zstdCompressSync(serialize(value), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return Buffer.concat([checksumOf(bytes), bytes]);
};

/** Unpacks what `pack` has made. @throws Error when the bytes are not those that were packed */
export const unpack = (file: Buffer): unknown => {
  const bytes = file.subarray(CHECKSUM_BYTES);
  if (!checksumOf(bytes).equals(file.subarray(0, CHECKSUM_BYTES))) throw new Error("the file is damaged");
  return deserialize(zstdDecompressSync(bytes));
};

const checksumOf = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();

const CHECKSUM_BYTES = 32;
