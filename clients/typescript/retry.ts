import { setTimeout as delay } from "node:timers/promises";
import { KubedrillError } from "./errors.ts";

const BUDGET_MS = 60_000;
const FIRST_DELAY_MS = 100;
const DELAY_MAX_MS = 5_000;
const BACKOFF = 1.5;
const JITTER = 0.1;

/** Time of retries, replaceable in tests. */
export interface RetryTime {
  /** Time for which attempts go on from the first failure, ms. */
  readonly budgetMs: number;
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const REAL_TIME: RetryTime = { budgetMs: BUDGET_MS, now: () => performance.now(), sleep: (ms) => delay(ms) };

/**
 * Repeats a call until it succeeds, fails permanently, or has failed for a minute, so that a restarted server is waited for.
 *
 * Repeating is safe because every call carries the client's own ids; DEADLINE_EXCEEDED is repeated once, since the
 * server keeps the reply for the same ids.
 * @throws KubedrillError the last failure
 */
export const withRetry = async <T>(attempt: () => Promise<T>, time: RetryTime = REAL_TIME): Promise<T> => {
  let collected = false;
  let giveUpAtMs: number | undefined;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof KubedrillError)) throw error;
      if (error.code === "DEADLINE_EXCEEDED" && !collected) {
        collected = true;
        continue;
      }
      giveUpAtMs ??= time.now() + time.budgetMs;
      const waitMs = delayMs(tries, error.retryDelayMs ?? 0);
      // A full pool was waited for by the server, or was not to be waited for.
      if (!error.retryable || error.reason === "POOL_FULL" || time.now() + waitMs > giveUpAtMs) throw error;
      await time.sleep(waitMs);
    }
  }
};

const delayMs = (tries: number, askedMs: number): number =>
  Math.max(Math.min(FIRST_DELAY_MS * BACKOFF ** (tries - 1), DELAY_MAX_MS), askedMs) * (1 + JITTER * Math.random());
