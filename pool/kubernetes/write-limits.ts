import pLimit from "p-limit";
import type { Clock } from "#core/clock.ts";
import type { ApiConnection, HttpAnswer, HttpRequest } from "./api-connection.ts";

/** How hard an API server may be pressed. */
export interface WriteLimitOptions {
  /** Writes under way at once; missing: 10. */
  readonly concurrent?: number;
  /** Writes a second in the long run; missing: 50. */
  readonly perSecond?: number;
  /** Writes that may come at once after a rest; missing: 100. */
  readonly burst?: number;
}

/** Lets requests through at the pace that was agreed and that the server asks for. Shared by all who talk to one server. */
export interface WriteLimits {
  run(request: HttpRequest, send: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
}

/** Creates limits. Reads pass, but they wait as well while the server asks everybody to (429 with Retry-After). */
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

/** A connection whose requests keep to limits. */
export const limitConnection = (connection: ApiConnection, limits: WriteLimits): ApiConnection => ({
  ...connection,
  send: (request) => limits.run(request, () => connection.send(request)),
});

const TOO_MANY = 429;
const ATTEMPTS_MAX = 8;
const PAUSE_MAX_MS = 30_000;

/** An eviction that a disruption budget forbids says 429 too, and means no. */
const isBudget = ({ path }: HttpRequest): boolean => path.split("?")[0]?.endsWith("/eviction") === true;

/** Tokens come back one by one; whoever finds none waits for the one that is his. */
const createTokenBucket = (clock: Pick<Clock, "nowMs" | "sleep">, perSecond: number, burst: number): (() => Promise<void>) => {
  const gapMs = 1_000 / perSecond;
  /** When the bucket is full again if nobody takes any more. */
  let fullAtMs = 0;
  return async () => {
    const nowMs = clock.nowMs();
    fullAtMs = Math.max(fullAtMs, nowMs) + gapMs;
    const waitMs = fullAtMs - nowMs - burst * gapMs;
    if (waitMs > 0) await clock.sleep(Math.ceil(waitMs));
  };
};
