import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "#core/result.ts";
import { goLine } from "#sim/apps/programs/go-log.ts";
import { type CacheFailure, cachePanic } from "#sim/apps/programs/hotel/cache-failure.ts";
import { configOf, parseAddress } from "#sim/apps/programs/hotel/hotel-config.ts";
import type { HotelCall, HotelService, HotelStore } from "#sim/apps/programs/hotel/hotel-services.ts";
import {
  describeMongoFailure,
  describeRefusal,
  describeSignInFailure,
  MONGO_SELECTION_MS,
} from "#sim/apps/programs/hotel/mongo-failure.ts";
import type { MongoError } from "#sim/stores/mongo/server/mongo-client.ts";
import type { Stage } from "../network/create-network.ts";
import { type OpenStore, reachStore } from "../network/reach-store.ts";
import { settle } from "../settle.ts";
import { createCacheClient } from "./cache-client.ts";

type CachedStore = Extract<HotelCall, { kind: "cached-store" }>;

interface Tools {
  readonly service: HotelService;
  readonly failed: (kind: string, message: string) => void;
}

/** Looks things up in the program's cache, and in its store what the cache lacks; gives the error of the store. */
export const createCachedStore = (stage: Stage, { service, failed }: Tools): ((call: CachedStore) => Promise<string | undefined>) => {
  const cache = createCacheClient(stage);
  const store = service.store === undefined ? undefined : createStoreClient(stage, service.store);
  const cacheFailed = (call: CachedStore, { message }: CacheFailure): void => {
    if (call.onCacheError === "panic") {
      stage.output.print([goLine(Date.now(), "error", `memcached error: ${message}`)]);
      stage.output.die(2, cachePanic(service, message));
    }
    failed(`cache ${message}`, `memcached error: ${message}`);
  };
  const ask = async (call: CachedStore): Promise<string | undefined> => {
    const error = await store?.(call.command);
    if (error !== undefined) failed(`store ${error}`, error);
    return error;
  };
  return async (call) => {
    const key = drawKey(call.hitRatio);
    if (call.command === "find") {
      const found = await cache.get(call.cacheSetting, key);
      if (found.kind === "failed") cacheFailed(call, found.failure);
      if (found.kind === "hit") return undefined;
    }
    const error = await ask(call);
    if (error !== undefined) return error;
    const stored = await cache.set(call.cacheSetting, key);
    if (stored !== undefined) cacheFailed(call, stored);
    return undefined;
  };
};

/** What users ask for: mostly the same few hotels, and now and then something that nobody asked for before. */
const drawKey = (hitRatio: number): string =>
  Math.random() < hitRatio ? `${1 + Math.floor(Math.random() * HOTELS)}` : `x${Math.random().toString(36).slice(2, 12)}`;

const HOTELS = 80;

/** One thing asked of a store by a program's own connection, which is opened again when it ended. */
const createStoreClient = (stage: Stage, store: HotelStore): ((command: "find" | "insert") => Promise<string | undefined>) => {
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
  { database, collection }: HotelStore,
  command: "find" | "insert",
): Promise<MongoError | undefined> => {
  const result: Result<unknown, MongoError> =
    command === "find"
      ? await settle(server.find(database, collection, { hotelId: "1" }))
      : await settle(server.insert(database, collection, []));
  return result.ok ? undefined : result.error;
};

/** The driver looks for its server for a while before it gives up. */
const select = async ({ process }: Stage, { addressSetting, credentials }: HotelStore): Promise<OpenStore | string> => {
  const { host, port } = parseAddress(configOf(process)[addressSetting] ?? "", 27017);
  const untilMs = Date.now() + MONGO_SELECTION_MS;
  for (;;) {
    const reached = await reachStore(host, port);
    if (reached.kind === "reached") {
      const refused = credentials === undefined ? undefined : await settle(reached.server.signIn({ ...credentials, database: "admin" }));
      if (refused === undefined || refused.ok) return reached.server;
      reached.server.client.close();
      return describeSignInFailure(refused.error);
    }
    if (Date.now() >= untilMs) return describeMongoFailure(host, port, reached.outcome);
    await sleep(Math.min(LOOK_AGAIN_MS, untilMs - Date.now()));
  }
};

const LOOK_AGAIN_MS = 500;
