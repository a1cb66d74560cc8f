import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { KeptWorld, WorldStore } from "#pool/backends/sim/sim-backend.ts";
import { readBuildFacts } from "../catalogue/build-facts.ts";
import { cacheFolder } from "../host/cache-folder.ts";
import { writeCached } from "./write-cached.ts";

/**
 * Keeps booted worlds in the user's cache folder, for other threads and later starts of the same build: half a megabyte to one each.
 *
 * If the folder cannot be written, or a file is damaged, nothing is kept and nothing fails: the world is booted.
 */
export const keepWorlds = (root: string = cacheFolder("worlds"), build: string = thisBuild()): WorldStore => {
  const folder = join(root, build);
  const pathOf = (name: string): string => join(folder, name.replaceAll(" ", "@"));
  let isCleared = false;
  return {
    read: (name) => {
      try {
        return unpack(readFileSync(pathOf(name)));
      } catch {
        return undefined;
      }
    },
    write: (name, world) => {
      try {
        writeCached(pathOf(name), pack(world));
        if (!isCleared) clearOthers(root, folder);
        isCleared = true;
      } catch {
        // The next one boots it again.
      }
    },
  };
};

const thisBuild = (): string => {
  const { build_digest, runtime } = readBuildFacts();
  return createHash("sha256").update(`${build_digest} ${runtime}`).digest("hex").slice(0, 16);
};

/** Removes the folders of all but the last few other builds. */
const clearOthers = (root: string, folder: string): void => {
  const others = readdirSync(root)
    .map((name) => join(root, name))
    .filter((path) => path !== folder)
    .map((path) => ({ path, atMs: statSync(path).mtimeMs }))
    .sort((a, b) => b.atMs - a.atMs);
  for (const { path } of others.slice(OTHERS_KEPT)) rmSync(path, { recursive: true, force: true });
};

/** Number of other builds whose worlds are kept: whoever compares two commits goes back and forth. */
const OTHERS_KEPT = 2;

/** A checksum, then compressed bytes: the values may hold anything that V8 can copy, which JSON cannot. */
const pack = (world: KeptWorld): Buffer => {
  const bytes = zstdCompressSync(serialize(world), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return Buffer.concat([checksumOf(bytes), bytes]);
};

/** @throws Error when the bytes are not those that were packed */
const unpack = (file: Buffer): KeptWorld => {
  const bytes = file.subarray(CHECKSUM_BYTES);
  if (!checksumOf(bytes).equals(file.subarray(0, CHECKSUM_BYTES))) throw new Error("the file is damaged");
  return deserialize(zstdDecompressSync(bytes)) as KeptWorld;
};

const checksumOf = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();

const CHECKSUM_BYTES = 32;
