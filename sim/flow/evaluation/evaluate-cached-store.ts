import type { CachedCall } from "#kube/app/behaviour.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import type { World } from "../../kernel/world.ts";
import { reach } from "../../network/connections/process-caller.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { cacheError } from "../../programs/behaviour/panic-under-load.ts";
import { addressOf } from "../../programs/behaviour/settings.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import { askKeyValues } from "./ask-key-values.ts";
import { cacheWarmth } from "./cache-warmth.ts";
import type { Call, Leg } from "./call-legs.ts";
import { lognormal } from "./distribution.ts";
import { hop } from "./network-hop.ts";
import { fails, INSTANT, inSequence, mapFailures, mixture, type Outcome, succeeds } from "./outcome.ts";

/** A look-up in the cache. */
export const lookInCache = (world: World, process: Process, app: AppProgram, call: CachedCall): CacheLook =>
  call.product === "redis" ? lookInRedis(world, process, app, call) : lookInMemcached(world, process, app, call);

/** A look-up in the cache, and in the store for what the cache lacks. */
export const evaluateCachedStore = (call: CachedCall, cache: CacheLook, store: Call): Call => {
  if (cache.fatal !== undefined) return { outcome: cache.fatal, legs: [cache.leg] };
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
    legs: [cache.leg, ...store.legs.filter(({ rate }) => rate > 0)],
  };
};

/** Marks failures as repeating at the next attempt: an entry that a cache lacks is still missing then. */
const stick = (outcome: Outcome): Outcome => mapFailures(outcome, (error) => ({ ...error, isSticky: true }));

/** Part that a cache has in a call. */
export interface CacheLook {
  readonly leg: Leg;
  readonly hitRatio: number;
  /** Outcome of the look-up itself, hit or miss, as the request pays for it. */
  readonly spent: Outcome;
  /** Outcome of the request where an error of the cache ends it. */
  readonly fatal?: Outcome;
}

const lookInMemcached = (world: World, process: Process, app: AppProgram, call: CachedCall): CacheLook => {
  const { host, port } = addressOf(process, call.address, DEFAULT_PORTS.memcached);
  const leg = {
    to: host,
    operation: call.mode === "write-through" ? "set" : "get",
    protocol: "memcached" as const,
    rate: 1,
    message: call.failed ?? app.behaviour.log.callFailed.cache,
  };
  const error = cacheError(world, process, call);
  if (error !== undefined) return failedLook(app, call, { ...leg, outcome: fails(error.cause, error.message, error.afterMs) });
  const reached = reach(world, process, host, port, "memcached");
  if (reached.kind === "failed") return { leg: { ...leg, outcome: INSTANT }, hitRatio: 0, spent: INSTANT };
  const outcome = inSequence(succeeds(hop(world, process, reached.server)), succeeds(CACHE_TIME));
  return {
    leg: { ...leg, to: componentOf(reached.server.start.pod), server: reached.server, outcome },
    hitRatio: call.hitRatio * cacheWarmth(world, reached.server),
    spent: outcome,
  };
};

const lookInRedis = (world: World, process: Process, app: AppProgram, call: CachedCall): CacheLook => {
  const leg = askKeyValues(world, process, app, { ...call, command: call.mode === "write-through" ? "zadd" : "zrevrange" });
  if (leg.outcome.errors.length > 0) return failedLook(app, call, leg);
  return { leg, hitRatio: leg.server === undefined ? 0 : call.hitRatio * cacheWarmth(world, leg.server), spent: leg.outcome };
};

const failedLook = ({ behaviour }: AppProgram, { onError }: CachedCall, leg: Leg): CacheLook => {
  const afterMs = leg.outcome.errors[0]?.afterMs ?? 0;
  const look = { leg, hitRatio: 0, spent: succeeds({ meanMs: afterMs, variance: 0 }) };
  if (onError === "fall-through") return look;
  return { ...look, fatal: onError === "fail" ? leg.outcome : fails("reset", LANGUAGES[behaviour.language].calls.cutOff, 1) };
};

const CACHE_TIME = lognormal(0.1, 0.8);
