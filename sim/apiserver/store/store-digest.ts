import { keepFor } from "#core/keep-for.ts";
import type { ObjectChange } from "../../kernel/object-change.ts";
import type { PersistentLog } from "../../kernel/persistent-log.ts";
import type { World } from "../../kernel/world.ts";
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
    if (first.previous !== undefined) addHash(sum, objectHash(first.previous as object, { of: first, hash }), -1);
    if (last.type !== "DELETED") addHash(sum, objectHash(last.object as object, { of: last, hash }), 1);
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
const objectHash = keepFor(
  (object: object, { of: { resource, key }, hash }: { readonly of: ObjectChange; readonly hash: Hash }): Uint32Array =>
    wordsOf(hash(`${resource} ${key} ${JSON.stringify(withSpecHash(object, hash))}`)),
);

/** Replaces the spec by its hash: frequently written objects change in their status only, so that the spec is hashed once. */
const withSpecHash = (object: { readonly spec?: unknown }, hash: Hash): object => {
  const { spec } = object;
  return typeof spec === "object" && spec !== null ? { ...object, spec: specHash(spec, hash) } : object;
};

const specHash = keepFor((spec: object, hash: Hash) => hash(JSON.stringify(spec)));

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
