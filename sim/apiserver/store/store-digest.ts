import type { PersistentLog } from "../../kernel/persistent-log.ts";
import type { ObjectChange, World } from "../../kernel/world.ts";
import { changeLog } from "./store.ts";

/**
 * Digest of all objects, kept incrementally: the sum of the digests of (resource, key, object).
 * @param hash SHA-256 of a text as 64 hex digits
 * @returns 64 hex digits
 */
export const storeDigest = (world: World, hash: Hash): string => {
  const log = changeLog(world);
  return hexOf(world.memo<DigestState>("apiserver/digest", log.length, (before = EMPTY) => sumUp(log, before, hash)).sum);
};

/** Sum of the digest up to an entry of the log. */
interface DigestState {
  readonly upTo: number;
  readonly sum: readonly number[];
}

const sumUp = (log: PersistentLog<ObjectChange>, before: DigestState, hash: Hash): DigestState => {
  const sum = [...before.sum];
  for (const { first, last } of netChanges(log, before.upTo)) {
    if (first.previous !== undefined) addHash(sum, objectHash(first, first.previous as object, hash), -1);
    if (last.type !== "DELETED") addHash(sum, objectHash(last, last.object as object, hash), 1);
  }
  return { upTo: log.length, sum };
};

const EMPTY: DigestState = { upTo: 0, sum: new Array<number>(8).fill(0) };

type Hash = (text: string) => string;

/** First and last change of each object that changed. */
const netChanges = (
  log: PersistentLog<ObjectChange>,
  fromIndex: number,
): Iterable<{ readonly first: ObjectChange; readonly last: ObjectChange }> => {
  const changes = new Map<string, { readonly first: ObjectChange; readonly last: ObjectChange }>();
  for (const change of log.from(fromIndex)) {
    const key = `${change.resource} ${change.key}`;
    changes.set(key, { first: changes.get(key)?.first ?? change, last: change });
  }
  return changes.values();
};

const addHash = (sum: number[], words: Uint32Array, sign: 1 | -1): void => {
  for (let i = 0; i < 8; i++) sum[i] = ((sum[i] as number) + sign * (words[i] as number)) >>> 0;
};

/** Hash of an object. Members are hashed in written order: the same history gives the same order, and sorting costs more than hashing. */
const objectHash = ({ resource, key }: ObjectChange, object: object, hash: Hash): Uint32Array => {
  let words = hashes.get(object);
  if (words === undefined) {
    words = wordsOf(hash(`${resource} ${key} ${JSON.stringify(withSpecHash(object, hash))}`));
    hashes.set(object, words);
  }
  return words;
};

/** Replaces the spec by its hash: frequently written objects change in their status only, so that the spec is hashed once. */
const withSpecHash = (object: { readonly spec?: unknown }, hash: Hash): object => {
  const { spec } = object;
  if (typeof spec !== "object" || spec === null) return object;
  let text = specHashes.get(spec);
  if (text === undefined) {
    text = hash(JSON.stringify(spec));
    specHashes.set(spec, text);
  }
  return { ...object, spec: text };
};

/** Objects in a store are immutable, and so are their specs. */
const hashes = new WeakMap<object, Uint32Array>();
const specHashes = new WeakMap<object, string>();

/** Hex digits in eights, as numbers. */
const wordsOf = (text: string): Uint32Array => {
  const words = new Uint32Array(8);
  for (let i = 0; i < 8; i++) words[i] = Number.parseInt(text.slice(8 * i, 8 * i + 8), 16);
  return words;
};

const hexOf = (words: readonly number[]): string => {
  let text = "";
  for (const word of words) text += word.toString(16).padStart(8, "0");
  return text;
};
