import type { CachedCall, CallBehaviour, KeyValueCall, ServiceCall } from "./behaviour.ts";

/** Tells a call of another program of the app from one of a product. */
export const isServiceCall = (call: CallBehaviour): call is ServiceCall => !PRODUCTS.has(call.kind);

/** Tells a call that looks something up in a cache or in Redis, at an address of its own. */
export const isLookUp = (call: CallBehaviour): call is CachedCall | KeyValueCall => call.kind === "cache" || call.kind === "key-value";

const PRODUCTS: ReadonlySet<string> = new Set<CallBehaviour["kind"]>(["cache", "store", "key-value"]);
