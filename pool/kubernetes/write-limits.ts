import pLimit from "p-limit";
import type { Clock } from "#core/clock.ts";
import type { ApiConnection, HttpAnswer, HttpRequest } from "./api-connection.ts";

/** Limits of requests to an API server. */
export interface WriteLimitOptions {
  /** Maximum number of concurrent writes; missing: 10. */
  readonly concurrent?: number;
  /** Sustained writes per second; missing: 50. */
  readonly perSecond?: number;
  /** Maximum burst of writes after a pause; missing: 100. */
  readonly burst?: number;
}

/** Throttles requests to the configured rate and to what the server asks for. Shared by all clients of one server. */
export interface WriteLimits {
  run(request: HttpRequest, send: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
}

/** Creates limits. They apply to writes; reads wait only while the server asks for a pause (429 with Retry-After). */
export const createWriteLimits = (clock: Pick<Clock, "nowMs" | "sleep">, options: WriteLimitOptions = {}): WriteLimits => {
  const { concurrent = 10, perSecond = 50, burst = 100 } = options;
  const limit = pLimit(concurrent);
  const takeToken = createTokenBucket(clock, perSecond, burst);
  let pausedUntilMs = 0;
  const attempt = async (request: HttpRequest, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
    for (let tries = 1; ; tries++) {
      if (pausedUntilMs > clock.nowMs()) await clock.sleep(pausedUntilMs - clock.nowMs());
      if (request.method !== "GET") await takeToken();
      const answer = await send();
      if (answer.status !== TOO_MANY || answer.retryAfterMs === undefined || isBudget(request) || tries === ATTEMPTS_MAX) return answer;
      pausedUntilMs = Math.max(pausedUntilMs, clock.nowMs() + Math.min(answer.retryAfterMs, PAUSE_MAX_MS));
    }
  };
  return {
    run: (request, send) => (request.method === "GET" ? attempt(request, send) : limit(() => attempt(request, send))),
  };
};

/** Wraps a connection with limits. */
export const limitConnection = (connection: ApiConnection, limits: WriteLimits): ApiConnection => ({
  ...connection,
  send: (request) => limits.run(request, () => connection.send(request)),
});

const TOO_MANY = 429;
const ATTEMPTS_MAX = 8;
const PAUSE_MAX_MS = 30_000;

/** True for an eviction, whose 429 means that a disruption budget forbids it. */
const isBudget = ({ path }: HttpRequest): boolean => path.split("?")[0]?.endsWith("/eviction") === true;

/** Creates a token bucket; without a free token a caller waits for the next one that nobody else waits for. */
const createTokenBucket = (clock: Pick<Clock, "nowMs" | "sleep">, perSecond: number, burst: number): (() => Promise<void>) => {
  const gapMs = 1_000 / perSecond;
  /** Time at which the bucket is full again without further use, ms. */
  let fullAtMs = 0;
  return async () => {
    const nowMs = clock.nowMs();
    fullAtMs = Math.max(fullAtMs, nowMs) + gapMs;
    const waitMs = fullAtMs - nowMs - burst * gapMs;
    if (waitMs > 0) await clock.sleep(Math.ceil(waitMs));
  };
};
