import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { KeptValues } from "#core/kept-values.ts";
import { readBuildFacts } from "../catalogue/build-facts.ts";
import { pack, packedName, readPacked } from "./pack-value.ts";
import { writeCached } from "./write-cached.ts";

/** Settings of a folder of values. */
export interface KeepingOptions {
  /** Name of the build whose values they are; missing: this one. */
  readonly build?: string;
  /** Number of other builds whose values are kept: whoever compares two commits goes back and forth. */
  readonly otherBuilds: number;
  /** Bytes that the files of a build may take, about; beyond them, the oldest ones are removed. Missing: there is no bound. */
  readonly bytesMax?: number;
}

/**
 * Keeps values that V8 can copy in a folder, a file each, for other threads and later starts of the same build.
 *
 * If the folder cannot be written, or a file is damaged, nothing is kept and nothing fails.
 */
export const keepValues = <T>(
  root: string,
  { build = thisBuild(), otherBuilds, bytesMax = Number.POSITIVE_INFINITY }: KeepingOptions,
): KeptValues<T> => {
  const folder = join(root, build);
  const pathOf = (name: string): string => join(folder, packedName(name));
  let bytes: number | undefined;
  return {
    read: (name) => readPacked<T>(pathOf(name)),
    write: (name, value) => {
      try {
        const packed = pack(value);
        if (bytes === undefined) clearOthers(root, folder, otherBuilds);
        writeCached(pathOf(name), packed);
        bytes = bytes === undefined ? bytesIn(folder) : bytes + packed.length;
        // Other threads write here as well: only a look tells how much there is.
        if (bytes > bytesMax) bytes = removeOldest(folder, bytesMax * SHARE_LEFT);
      } catch {
        // It is made again when it is needed.
      }
    },
  };
};

const thisBuild = (): string => {
  const { build_digest, runtime } = readBuildFacts();
  return createHash("sha256").update(`${build_digest} ${runtime}`).digest("hex").slice(0, 16);
};

/** Removes the folders of all but the last few other builds. */
const clearOthers = (root: string, folder: string, kept: number): void => {
  const others = filesByAge(root).filter(({ path }) => path !== folder);
  for (const { path } of others.slice(0, Math.max(0, others.length - kept))) rmSync(path, { recursive: true, force: true });
};

/** Share of the bound that remains when files are removed, so that it is seldom. */
const SHARE_LEFT = 0.8;

const bytesIn = (folder: string): number => filesByAge(folder).reduce((sum, { bytes }) => sum + bytes, 0);

/** Removes the files that were written first. @returns bytes that are left */
const removeOldest = (folder: string, bytesMax: number): number => {
  const files = filesByAge(folder);
  let left = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of files) {
    if (left <= bytesMax) break;
    rmSync(path, { recursive: true, force: true }); // whatever somebody has put there
    left -= bytes;
  }
  return left;
};

/** Entries of a folder, the oldest first; those that others remove meanwhile are left out. */
const filesByAge = (folder: string): readonly { readonly path: string; readonly bytes: number }[] => {
  const names = statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
  return names
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ path, bytes: stat.size, atMs: stat.mtimeMs }];
    })
    .sort((a, b) => a.atMs - b.atMs);
};
