import type { CachedCall, StoreBehaviour } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { reach } from "../../network/connections/process-caller.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { cacheError } from "../../programs/behaviour/panic-under-load.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import { CACHE_PORT } from "../../programs/languages/go/cache-client.ts";
import {
  DOCUMENT_PORT,
  describeDocumentFailure,
  describeSignInFailure,
  STORE_SELECTION_MS,
} from "../../programs/languages/go/document-client.ts";
import { CUT_OFF } from "../../programs/languages/go/grpc-client.ts";
import { checkCredentials, deny, openSession } from "../../stores/mongo/server/mongo-client.ts";
import { cacheWarmth } from "./cache-warmth.ts";
import type { Call, Leg } from "./call-legs.ts";
import { lognormal } from "./distribution.ts";
import { hop } from "./network-hop.ts";
import { fails, INSTANT, inSequence, mapFailures, mixture, type Outcome, succeeds } from "./outcome.ts";

/** A look-up in the cache, and in the store for what the cache lacks. */
export const evaluateCachedStore = (world: World, process: Process, app: AppProgram, call: CachedCall): Call => {
  const cache = lookInCache(world, process, app, call);
  const store = askStore(world, process, { app, call, rate: 1 - cache.hitRatio });
  if (cache.isFatal) return { outcome: fails("reset", CUT_OFF, 1), legs: [cache.leg] };
  const asked = stick(store.outcome);
  const afterCache =
    call.mode === "write-through"
      ? inSequence(asked, cache.spent)
      : mixture([
          { share: cache.hitRatio, outcome: INSTANT },
          { share: 1 - cache.hitRatio, outcome: asked },
        ]);
  return {
    outcome: call.mode === "write-through" ? afterCache : inSequence(cache.spent, afterCache),
    legs: store.rate > 0 ? [cache.leg, store] : [cache.leg],
  };
};

/** Marks failures as repeating at the next attempt: an entry that a cache lacks is still missing then. */
const stick = (outcome: Outcome): Outcome => mapFailures(outcome, (error) => ({ ...error, isSticky: true }));

/** CPU time of one request to a store or a cache, ms. */
export const STORE_CPU_MS = 0.6;
export const CACHE_CPU_MS = 0.05;

interface CacheLook {
  readonly leg: Leg;
  readonly hitRatio: number;
  /** Outcome of the look-up itself, hit or miss, as the request pays for it. */
  readonly spent: Outcome;
  readonly isFatal: boolean;
}

const lookInCache = (world: World, process: Process, app: AppProgram, call: CachedCall): CacheLook => {
  const { host, port } = addressOf(process, call.address, CACHE_PORT);
  const leg = {
    to: host,
    operation: call.mode === "write-through" ? "set" : "get",
    protocol: "memcached" as const,
    rate: 1,
    message: app.behaviour.log.callFailed.cache,
  };
  const error = cacheError(world, process, call);
  if (error !== undefined) {
    const outcome = fails(
      error.afterMs >= 100 ? "timed-out" : error.message.includes("lookup") ? "no-such-host" : "refused",
      error.message,
      error.afterMs,
    );
    return {
      leg: { ...leg, outcome },
      hitRatio: 0,
      spent: succeeds({ meanMs: error.afterMs, variance: 0 }),
      isFatal: call.onError !== "fall-through",
    };
  }
  const reached = reach(world, process, host, port, "memcached");
  if (reached.kind === "failed") return { leg: { ...leg, outcome: INSTANT }, hitRatio: 0, spent: INSTANT, isFatal: false };
  const outcome = inSequence(succeeds(hop(world, process, reached.server)), succeeds(CACHE_TIME));
  return {
    leg: { ...leg, to: componentOf(reached.server.start.pod), server: reached.server, outcome },
    hitRatio: call.hitRatio * cacheWarmth(world, reached.server),
    spent: outcome,
    isFatal: false,
  };
};

const askStore = (
  world: World,
  process: Process,
  { app, call, rate }: { readonly app: AppProgram; readonly call: CachedCall; readonly rate: number },
): Leg => {
  const { store, log } = app.behaviour;
  const { host, port } = addressOf(process, store?.address ?? "", DOCUMENT_PORT);
  const leg = { to: host, operation: call.store, protocol: "mongodb" as const, rate, message: log.callFailed.document };
  const reached = reach(world, process, host, port, "mongodb");
  if (reached.kind === "failed") {
    const { outcome } = reached;
    const cause = outcome.kind === "dropped" ? "timed-out" : outcome.kind === "connected" ? "reset" : outcome.kind;
    return { ...leg, outcome: fails(cause, describeDocumentFailure(host, port, outcome), STORE_SELECTION_MS) };
  }
  const denied = store === undefined ? undefined : storeDenial(world, reached.server, store, call.store);
  const outcome =
    denied === undefined
      ? inSequence(succeeds(hop(world, process, reached.server)), succeeds(STORE_TIME))
      : fails("unauthorized", denied, 2);
  return { ...leg, to: componentOf(reached.server.start.pod), server: reached.server, outcome };
};

const storeDenial = (
  world: World,
  mongod: Process,
  { database, collection, credentials }: StoreBehaviour,
  command: "find" | "insert",
): string | undefined => {
  const session =
    credentials === undefined ? openSession(mongod) : signedIn(checkCredentials(world, mongod, { ...credentials, database: "admin" }));
  if (typeof session === "string") return session;
  const denied = deny(world, session, database, command, `{ ${command}: "${collection}", $db: "${database}" }`);
  return denied === undefined ? undefined : `(${denied.codeName}) ${denied.message}`;
};

const signedIn = (result: ReturnType<typeof checkCredentials>) => (result.ok ? result.value : describeSignInFailure(result.error));

const CACHE_TIME = lognormal(0.1, 0.8);
const STORE_TIME = lognormal(1, 12);
