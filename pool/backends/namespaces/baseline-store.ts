import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Digest } from "#core/digest.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { nativeDigestJson } from "../../native-digest.ts";

/**
 * Baselines on disk, to which slots are rolled back, also by the next server. They hold the app's Secrets, so only the
 * owner may read them.
 */
export interface BaselineStore {
  save(id: string, baseline: Baseline): Promise<void>;
  /** Loads a baseline; undefined if there is none, or if it is corrupt. */
  load(id: string): Promise<Baseline | undefined>;
  remove(id: string): Promise<void>;
}

/** Opens a folder of baselines. */
export const openBaselineStore = (folder: string): BaselineStore => {
  const pathOf = (id: string): string => join(folder, `${id}.json`);
  return {
    save: async (id, baseline) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(pathOf(id), JSON.stringify({ digest: nativeDigestJson(baseline), baseline } satisfies StoredBaseline));
    },
    load: async (id) => {
      try {
        const { digest, baseline } = JSON.parse(await readFile(pathOf(id), "utf8")) as StoredBaseline;
        return nativeDigestJson(baseline) === digest ? baseline : undefined;
      } catch {
        return undefined;
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
};

interface StoredBaseline {
  readonly digest: Digest;
  readonly baseline: Baseline;
}

/** Writes a file atomically: a file that exists is complete. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  const scratch = `${path}.new`;
  const file = await open(scratch, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(scratch, path);
};
