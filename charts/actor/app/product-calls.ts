import { setTimeout as sleep } from "node:timers/promises";
import type { CachedCall, CallBehaviour, ServiceCall } from "#kube/app/behaviour.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { cacheFailureText, cachePanic } from "#sim/programs/behaviour/panic-under-load.ts";
import type { CacheFailure } from "#sim/programs/languages/language.ts";
import { LANGUAGES } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import { createDocumentClient } from "./document-client.ts";
import type { Failure } from "./failure.ts";
import { createKeyValueClient } from "./key-value-client.ts";
import { createMemcachedClient } from "./memcached-client.ts";
import { createPublisher } from "./publisher.ts";
import { createTableClient } from "./table-client.ts";

/** Parts of a program that its clients of products use. */
export interface ProductTools {
  readonly app: AppProgram;
  readonly failed: (kind: string, message: string) => void;
}

type ProductCall = Exclude<CallBehaviour, ServiceCall>;
type StoreCommand = CachedCall["store"];

/** Makes calls of stores, caches and brokers; gives the failure that ends the operation. */
export const createProductCalls = (stage: Stage, tools: ProductTools): ((call: ProductCall) => Promise<Failure | undefined>) => {
  const { app, failed } = tools;
  const { store, log } = app.behaviour;
  const memcached = createMemcachedClient(stage, app);
  const keyValues = createKeyValueClient(stage, app);
  const publish = createPublisher(stage, tools);
  const askStore =
    store?.kind === "document"
      ? createDocumentClient(stage, app, store)
      : store?.kind === "sql"
        ? createTableClient(stage, app, store)
        : async () => undefined;
  const ask = async (command: StoreCommand, line: string | undefined): Promise<Failure | undefined> => {
    const failure = await askStore(command);
    if (failure !== undefined)
      failed(`store ${failure.text}`, fill(line ?? (store?.kind === "sql" ? log.callFailed.sql : log.callFailed.document), failure.text));
    return failure;
  };
  const send = async (address: string, words: readonly string[], line: string | undefined): Promise<Failure | undefined> => {
    const reply = await keyValues(address, words);
    if (reply.kind !== "failed") return undefined;
    failed(`key-value ${reply.failure.text}`, fill(line ?? log.callFailed["key-value"], reply.failure.text));
    return reply.failure;
  };
  /** Failure of an operation whose cache failed; undefined: it asks the store. */
  const withoutCache = async (call: CachedCall, { message, cause, afterMs }: CacheFailure): Promise<Failure | undefined> => {
    const { line, panicExitCode } = LANGUAGES[app.behaviour.language];
    const text = call.failed === undefined ? cacheFailureText(app, message) : fill(call.failed, message);
    if (typeof call.onError === "object") {
      stage.output.print([line("error", text)(Date.now())]);
      stage.output.die(panicExitCode, cachePanic(app, call, message));
    }
    failed(`cache ${message}`, text);
    if (call.onError === "fall-through") return undefined;
    await sleep(cause === "timed-out" ? 0 : afterMs);
    return { text: message, cause };
  };
  const lookUp = async (call: CachedCall): Promise<Failure | undefined> => {
    const cache = call.product === "redis" ? redisCache(keyValues) : memcached;
    const key = drawKey(call.hitRatio);
    if (call.mode === "read-through") {
      const found = await cache.get(call.address, key);
      const failure = found.kind === "failed" ? await withoutCache(call, found.failure) : undefined;
      if (found.kind === "hit" || failure !== undefined) return failure;
    }
    const failure = await ask(call.store, call.failed);
    if (failure !== undefined) return failure;
    const unset = await cache.set(call.address, key);
    return unset === undefined ? undefined : await withoutCache(call, unset);
  };
  return async (call) => {
    switch (call.kind) {
      case "publish":
        return await publish(call);
      case "store":
        return await ask(call.command, call.failed);
      case "key-value":
        return await send(call.address, commandWords(call.command, drawKey(1)), call.failed);
      case "cache":
        return await lookUp(call);
    }
  };
};

const fill = (line: string, error: string): string => line.replace("{error}", () => error);

type KeyValues = ReturnType<typeof createKeyValueClient>;

/** A Redis as a cache: each entry is a sorted set. */
const redisCache = (send: KeyValues): ReturnType<typeof createMemcachedClient> => ({
  get: async (address, key) => {
    const reply = await send(address, commandWords("zrevrange", key));
    if (reply.kind === "failed") return { kind: "failed", failure: asCacheFailure(reply.failure) };
    return { kind: reply.isEmpty ? "miss" : "hit" };
  },
  set: async (address, key) => {
    // What nobody will ask for again would only fill the memory.
    if (key.startsWith(RARE)) return undefined;
    const reply = await send(address, commandWords("zadd", key));
    return reply.kind === "failed" ? asCacheFailure(reply.failure) : undefined;
  },
});

const asCacheFailure = ({ text, cause }: Failure): CacheFailure => ({ message: text, cause, afterMs: 0 });

/** A Redis command with arguments; what is kept stays small. */
const commandWords = (command: string, key: string): readonly string[] => {
  const member = `${Math.floor(Math.random() * MEMBERS)}`;
  const words: Readonly<Record<string, readonly string[]>> = {
    zadd: ["zadd", key, `${Date.now()}`, member],
    zrevrange: ["zrevrange", key, "0", "9"],
    hget: ["hget", key, "items"],
    hset: ["hset", key, "items", member],
    get: ["get", key],
    set: ["set", key, member],
    incr: ["incr", key],
    sadd: ["sadd", key, member],
  };
  return words[command] ?? ["exists", key];
};

const MEMBERS = 20;

/** Draws a key: mostly one of a few, and a new one in the share of misses. */
const drawKey = (hitRatio: number): string =>
  Math.random() < hitRatio ? `${1 + Math.floor(Math.random() * POPULAR)}` : `${RARE}${Math.random().toString(36).slice(2, 12)}`;

const POPULAR = 80;
const RARE = "x";
