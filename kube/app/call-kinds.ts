import type { CachedCall, CallBehaviour, KeyValueCall, PublishCall, ServiceCall } from "./behaviour.ts";

/** Tells a call of another program of the app from one of a product. */
export const isServiceCall = (call: CallBehaviour): call is ServiceCall => !PRODUCTS.has(call.kind);

/** Tells a call of a cache, a Redis or a Kafka, at an address of its own. */
export const isLookUp = (call: CallBehaviour): call is CachedCall | KeyValueCall | PublishCall =>
  call.kind === "cache" || call.kind === "key-value" || call.kind === "publish";

/** Tells a call that may reach the program's store. */
export const usesOwnStore = (call: CallBehaviour): boolean => call.kind === "cache" || call.kind === "store";

/** Tells a call that changes what its program's store keeps. */
export const writesOwnStore = (call: CallBehaviour): boolean =>
  (call.kind === "store" && call.command === "insert") || (call.kind === "cache" && call.store === "insert");

/** Tells a call that changes what a cache or a Redis keeps at the call's own address. */
export const writesAtAddress = (call: CachedCall | KeyValueCall | PublishCall): boolean =>
  (call.kind === "cache" && call.mode === "write-through") || (call.kind === "key-value" && KEY_VALUE_WRITES.has(call.command));

const KEY_VALUE_WRITES: ReadonlySet<string> = new Set([
  "set",
  "del",
  "incr",
  "hset",
  "hdel",
  "lpush",
  "rpush",
  "sadd",
  "srem",
  "zadd",
  "zrem",
]);

const PRODUCTS: ReadonlySet<string> = new Set<CallBehaviour["kind"]>(["cache", "store", "key-value", "publish"]);
