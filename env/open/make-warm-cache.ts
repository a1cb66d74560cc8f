import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { KeptWorlds } from "#pool/backends/sim/sim-backend.ts";
import { readBuildFacts } from "../catalogue/build-facts.ts";
import { findTargets } from "../catalogue/find-targets.ts";
import { keepTargets } from "./keep-targets.ts";
import { openHost } from "./open-host.ts";
import { pack } from "./pack-value.ts";
import { SettingsError } from "./settings-error.ts";
import { layWarmCache, openWarmCache, type WarmCacheFacts } from "./warm-cache.ts";
import { writeCached } from "./write-cached.ts";

/** A warm cache that is being made. */
export interface WarmCacheWork {
  /** Number of variants that come. */
  readonly variants: number;
  /** Makes one variant after the other, bare and with each kind of fixture. */
  make(): AsyncGenerator<{ readonly app: string; readonly variant: string }>;
  /** Ends the cache, which no server takes before. */
  end(): { readonly worlds: number; readonly bytes: number };
}

/**
 * Begins a cache in a folder for servers that share it; one of another build, or one that was never ended, is made anew.
 *
 * @param chosen names of applications; missing: all
 * @throws SettingsError when the folder has something else in it, or an application is unknown
 */
export const beginWarmCache = async (folder: string, chosen?: readonly string[]): Promise<WarmCacheWork> => {
  clear(folder);
  const { root, targets, facts, pathOf, read } = layWarmCache(folder);
  const worlds: KeptWorlds = { read, write: (name, world) => writeCached(pathOf(name), pack(world), true) };
  const { backend, library, apps } = await openHost({ worlds, find: keepTargets(targets, findTargets, "shared") });
  const known = apps.map(({ record }) => record.name);
  const unknown = chosen?.find((app) => !known.includes(app));
  if (unknown !== undefined) throw new SettingsError(`${unknown} is no application; there are ${known.join(", ")}`);
  const places = (chosen ?? known).flatMap((app) => backend.variants(app).map((variant) => ({ app, variant })));
  return {
    variants: places.length,
    make: async function* () {
      for (const place of places) {
        // An episode has one kind of fixture, or none.
        for (const fixtures of [[], ...library.fixtures.map((fixture) => [fixture])])
          await backend.release(await backend.lease({ ...place, fixtures, scope: "cluster", rights: "cluster", seed: "" }));
        yield place;
      }
    },
    end: () => {
      const { build_digest, runtime } = readBuildFacts();
      writeCached(facts, `${JSON.stringify({ build_digest, runtime } satisfies WarmCacheFacts)}\n`, true);
      const sizes = readdirSync(root).map((name) => statSync(join(root, name)).size);
      return { worlds: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
    },
  };
};

/** Empties a folder of a cache that this build cannot go on with. */
const clear = (folder: string): void => {
  const { root, targets, facts } = layWarmCache(folder);
  const own = [root, targets, facts];
  const other = existsSync(folder) && readdirSync(folder).find((name) => !own.map((path) => basename(path)).includes(name));
  if (typeof other === "string") throw new SettingsError(`${folder} holds ${other}, which is no part of a cache; name an empty folder`);
  if (!isOfThisBuild(folder)) for (const path of own) rmSync(path, { recursive: true, force: true });
};

const isOfThisBuild = (folder: string): boolean => {
  try {
    openWarmCache(folder);
    return true;
  } catch {
    return false;
  }
};
