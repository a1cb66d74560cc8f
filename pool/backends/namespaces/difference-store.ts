import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Verification } from "../../backend.ts";

/** Differences of slots that did not return to their baselines, stored for the operator. */
export interface DifferenceStore {
  keep(id: string, verification: Verification): Promise<void>;
  read(id: string): Promise<Verification | undefined>;
  clear(): Promise<void>;
}

/** Opens a folder of differences; they name objects and fields, and contain no values. */
export const openDifferenceStore = (folder: string): DifferenceStore => ({
  keep: async (id, verification) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${id}.json`), `${JSON.stringify(verification, undefined, 2)}\n`, { mode: 0o600 });
  },
  read: async (id) => {
    try {
      return JSON.parse(await readFile(join(folder, `${id}.json`), "utf8")) as Verification;
    } catch {
      return undefined;
    }
  },
  clear: () => rm(folder, { recursive: true, force: true }),
});
