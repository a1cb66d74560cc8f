import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Bounds of a folder of files that can be made again. */
export interface FolderBound {
  /** Bytes of all files in it and in its folders; beyond them, those go that were neither read nor written for longest. */
  readonly bytesMax: number;
  /** Stops it before its end. */
  readonly signal?: AbortSignal;
}

/** Removes files of a folder until they take less than its bound. What cannot be read or removed stays, and nothing fails. */
export const boundFolder = async (folder: string, { bytesMax, signal }: FolderBound): Promise<void> => {
  const files: KnownFile[] = [];
  for (const path of await listFiles(folder)) {
    if (signal?.aborted === true) return;
    files.push(...(await describe(path)));
  }
  let left = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (left <= bytesMax) return;
  for (const { path, bytes } of files.sort((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (left <= bytesMax * SHARE_LEFT || signal?.aborted === true) return;
    await rm(path, { force: true }).catch(() => undefined);
    left -= bytes;
  }
};

/** Share of the bound that remains when files are removed, so that it is seldom. */
const SHARE_LEFT = 0.8;

interface KnownFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedAtMs: number;
}

const listFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};

/** Others may remove a file meanwhile. */
const describe = async (path: string): Promise<readonly KnownFile[]> => {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? [] : [{ path, bytes: found.size, usedAtMs: Math.max(found.atimeMs, found.mtimeMs) }];
};
