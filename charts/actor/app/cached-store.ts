import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "#core/result.ts";
import type { CachedCall, KeyValueCall, PublishCall, StoreCall } from "#kube/app/behaviour.ts";
import type { DocumentStore } from "#kube/app/store-behaviour.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import { DEFAULT_PORTS } from "#sim/programs/behaviour/default-ports.ts";
import { cacheFailureText, cachePanic } from "#sim/programs/behaviour/panic-under-load.ts";
import { addressOf } from "#sim/programs/behaviour/settings.ts";
import {
  describeDocumentFailure,
  describeRefusal,
  describeSignInFailure,
  STORE_SELECTION_MS,
} from "#sim/programs/languages/go/document-client.ts";
import type { CacheFailure } from "#sim/programs/languages/language.ts";
import { LANGUAGES } from "#sim/programs/languages/languages.ts";
import type { MongoError } from "#sim/stores/mongo/server/mongo-client.ts";
import type { Stage } from "../network/create-network.ts";
import { type OpenStore, reachStore } from "../network/reach-store.ts";
import { settle } from "../settle.ts";
import { createCacheClient } from "./cache-client.ts";

interface Tools {
  readonly app: AppProgram;
  readonly failed: (kind: string, message: string) => void;
}

type ProductCall = CachedCall | StoreCall | KeyValueCall | PublishCall;

/** Looks things up in the program's cache, and in its store what the cache lacks; gives the error of the store. */
export const createCachedStore = (stage: Stage, { app, failed }: Tools): ((call: ProductCall) => Promise<string | undefined>) => {
  const cache = createCacheClient(stage);
  const { store: described, language, log } = app.behaviour;
  const store = described?.kind !== "document" ? undefined : createStoreClient(stage, described);
  const cacheFailed = (call: CachedCall, { message }: CacheFailure): void => {
    const text = cacheFailureText(app, message);
    if (typeof call.onError === "object") {
      stage.output.print([LANGUAGES[language].line("error", text)(Date.now())]);
      stage.output.die(LANGUAGES[language].panicExitCode, cachePanic(app, call, message));
    }
    failed(`cache ${message}`, text);
  };
  const ask = async (command: StoreCall["command"]): Promise<string | undefined> => {
    const error = await store?.(command);
    if (error !== undefined)
      failed(
        `store ${error}`,
        log.callFailed.document.replace("{error}", () => error),
      );
    return error;
  };
  return async (call) => {
    if (call.kind === "key-value" || call.kind === "publish") return NOT_PLAYED;
    if (call.kind === "store") return await ask(call.command);
    const key = drawKey(call.hitRatio);
    if (call.mode === "read-through") {
      const found = await cache.get(call.address, key);
      if (found.kind === "failed") cacheFailed(call, found.failure);
      if (found.kind === "hit") return undefined;
    }
    const error = await ask(call.store);
    if (error !== undefined) return error;
    const stored = await cache.set(call.address, key);
    if (stored !== undefined) cacheFailed(call, stored);
    return undefined;
  };
};

/** The actor speaks memcached's protocol and MongoDB's. */
const NOT_PLAYED = "Redis and Kafka are not played";

/** Draws a key: mostly one of a few, and a new one in the share of misses. */
const drawKey = (hitRatio: number): string =>
  Math.random() < hitRatio ? `${1 + Math.floor(Math.random() * POPULAR)}` : `x${Math.random().toString(36).slice(2, 12)}`;

const POPULAR = 80;

/** One thing asked of a store by a program's own connection, which is opened again when it ended. */
const createStoreClient = (stage: Stage, store: DocumentStore): ((command: "find" | "insert") => Promise<string | undefined>) => {
  let connection: OpenStore | undefined;
  return async (command) => {
    if (connection?.client.isOpen !== true) {
      const opened = await select(stage, store);
      if (typeof opened === "string") return opened;
      connection = opened;
    }
    const refused = await ask(connection, store, command);
    return refused === undefined ? undefined : describeRefusal(refused);
  };
};

/** The application's own data do not change: what is written is nothing, with all that writing needs. */
const ask = async (
  server: OpenStore,
  { database, collection }: DocumentStore,
  command: "find" | "insert",
): Promise<MongoError | undefined> => {
  const result: Result<unknown, MongoError> =
    command === "find" ? await settle(server.find(database, collection, {})) : await settle(server.insert(database, collection, []));
  return result.ok ? undefined : result.error;
};

/** The driver looks for its server for a while before it gives up. */
const select = async ({ process }: Stage, { address, credentials }: DocumentStore): Promise<OpenStore | string> => {
  const { host, port } = addressOf(process, address, DEFAULT_PORTS.mongodb);
  const untilMs = Date.now() + STORE_SELECTION_MS;
  for (;;) {
    const reached = await reachStore(host, port);
    if (reached.kind === "reached") {
      const refused = credentials === undefined ? undefined : await settle(reached.server.signIn({ ...credentials, database: "admin" }));
      if (refused === undefined || refused.ok) return reached.server;
      reached.server.client.close();
      return describeSignInFailure(refused.error);
    }
    if (Date.now() >= untilMs) return describeDocumentFailure(host, port, reached.outcome);
    await sleep(Math.min(LOOK_AGAIN_MS, untilMs - Date.now()));
  }
};

const LOOK_AGAIN_MS = 500;
