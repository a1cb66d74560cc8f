import type { Rng } from "#core/rng.ts";
import type { World } from "../../kernel/world.ts";
import { changeLog, objectKey } from "./store.ts";

/**
 * UUID of an object that is created now.  It depends on what is created and when, not on how much was created before, so that an extra
 * object elsewhere moves none.
 */
export const drawUid = (world: World, resource: string, namespace: string | undefined, name: string): string => {
  const key = objectKey(namespace, name);
  const rng = world.rng(`apiserver/uid/${resource}/${key}/${world.nowMs()}/${deletionsNow(world, resource, key)}`);
  const hex = `${hex32(rng)}${hex32(rng)}${hex32(rng)}${hex32(rng)}`;
  const variant = "89ab"[Number.parseInt(hex[16] as string, 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * The name that `generateName` leads to: the prefix and five characters, one that is free.
 *
 * @returns undefined when eight draws found taken names only
 */
export const drawName = (
  world: World,
  resource: string,
  namespace: string | undefined,
  prefix: string,
  options: { readonly isTaken: (name: string) => boolean /** False for a dry run. */; readonly isKept: boolean },
): string | undefined => {
  const stream = `${resource}/${objectKey(namespace, prefix)}`;
  const names = world.map<number>(GENERATED_NAMES);
  const nth = names.get(stream) ?? 0;
  if (options.isKept) names.set(stream, nth + 1);
  const rng = world.rng(`apiserver/name/${stream}/${nth}`);
  for (let tries = 0; tries < NAME_TRIES_MAX; tries++) {
    const name = prefix.slice(0, 58) + drawSuffix(rng);
    if (!options.isTaken(name)) return name;
  }
  return undefined;
};

/** Five characters of the alphabet that Kubernetes uses: no vowels, nothing that looks like something else. */
export const drawSuffix = (rng: Rng): string => {
  let suffix = "";
  for (let i = 0; i < 5; i++) suffix += NAME_ALPHABET[rng.int(0, NAME_ALPHABET.length - 1)];
  return suffix;
};

const GENERATED_NAMES = "apiserver/generated-names";
const NAME_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const NAME_TRIES_MAX = 8;

const hex32 = (rng: Rng): string => rng.uint32().toString(16).padStart(8, "0");

/** Number of deletions of this key in the current millisecond; makes the uid of a successor differ. */
const deletionsNow = (world: World, resource: string, key: string): number => {
  const log = changeLog(world);
  let count = 0;
  for (let i = log.length - 1; i >= 0; i--) {
    const change = log.at(i);
    if (change === undefined || change.atMs !== world.nowMs()) break;
    if (change.type === "DELETED" && change.key === key && change.resource === resource) count += 1;
  }
  return count;
};
