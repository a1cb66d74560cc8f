import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KeptWorlds } from "#pool/backends/sim/sim-backend.ts";
import { readBuildFacts } from "../catalogue/build-facts.ts";
import { type FindTargets, findTargets } from "../catalogue/find-targets.ts";
import { keepTargets } from "./keep-targets.ts";
import { packedName, readPacked } from "./pack-value.ts";
import { SettingsError } from "./settings-error.ts";

/** A folder of worlds that `kubedrill cache warm` has made, for servers that share it: they read it and never write to it. */
export interface WarmCache extends Pick<KeptWorlds, "read"> {
  readonly find: FindTargets;
  /** Number of worlds in it. */
  readonly worlds: number;
}

/**
 * Opens a warm cache.
 *
 * @throws SettingsError when it is of another build, or none
 */
export const openWarmCache = (folder: string): WarmCache => {
  const { build_digest, runtime } = readBuildFacts();
  const { root, targets, facts, read } = layWarmCache(folder);
  const made = readFacts(facts);
  if (made === undefined) throw new SettingsError(`${folder} holds no cache, or one that was never finished; ${MAKE_ONE} ${folder}`);
  if (made.build_digest !== build_digest || made.runtime !== runtime)
    throw new SettingsError(
      `the cache ${folder} is of build ${made.build_digest} on ${made.runtime}, and this is ${build_digest} on ${runtime}; ${MAKE_ONE} ${folder}`,
    );
  return { read, find: keepTargets(targets, findTargets, "read"), worlds: readdirSync(root).length };
};

const MAKE_ONE = "make one of this build with kubedrill cache warm --out";

/** Build of the worlds in a cache, written when all of them are there. */
export interface WarmCacheFacts {
  readonly build_digest: string;
  readonly runtime: string;
}

const readFacts = (path: string): WarmCacheFacts | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as WarmCacheFacts;
  } catch {
    return undefined;
  }
};

/** Tells where things are in a cache, whatever is there, and reads its worlds. */
export const layWarmCache = (folder: string) => {
  const root = join(folder, "worlds");
  const pathOf = (name: string): string => join(root, packedName(name));
  return {
    root,
    pathOf,
    targets: join(folder, "targets"),
    facts: join(folder, "cache.json"),
    read: (name: string): ReturnType<KeptWorlds["read"]> => readPacked(pathOf(name)),
  };
};
