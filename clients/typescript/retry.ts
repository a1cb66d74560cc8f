import { setTimeout as delay } from "node:timers/promises";
import { KubedrillError } from "./errors.ts";

const BUDGET_MS = 60_000;
const WARN_AFTER_MS = 2_000;
const FIRST_DELAY_MS = 100;
const DELAY_MAX_MS = 5_000;
const BACKOFF = 1.5;
const JITTER = 0.1;

/** Time of retries, and who is told of them; replaceable in tests. */
export interface Patience {
  /** Time for which attempts go on from the first failure, ms. */
  readonly budgetMs: number;
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** Tells that calls are being repeated, for so long more, ms. */
  warn(error: KubedrillError, leftMs: number): void;
}

/** Creates the patience that the calls to a server share: it warns once a minute, however many of them wait. */
export const createPatience = (target: string, budgetMs = BUDGET_MS): Patience => {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  const now = () => performance.now();
  return {
    budgetMs,
    now,
    sleep: (ms) => delay(ms),
    warn: (error, leftMs) => {
      if (now() - warnedAtMs < BUDGET_MS) return;
      warnedAtMs = now();
      const left = `calls are repeated for up to ${Math.round(leftMs / 1_000)} s more`;
      process.emitWarning(`${target}: ${error.message}; ${left}`, { type: "KubedrillWarning", code: error.reason || error.code });
    },
  };
};

/**
 * Repeats a call until it succeeds, fails permanently, or has failed for a minute, so that a restarted server is waited for.
 *
 * Repeating is safe because every call carries the client's own ids; DEADLINE_EXCEEDED is repeated once, since the
 * server keeps the reply for the same ids.
 * @throws KubedrillError the last failure
 */
export const withRetry = async <T>(attempt: () => Promise<T>, patience: Patience): Promise<T> => {
  let collected = false;
  let failedAtMs: number | undefined;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof KubedrillError)) throw error;
      if (error.code === "DEADLINE_EXCEEDED" && !collected) {
        collected = true;
        continue;
      }
      failedAtMs ??= patience.now();
      const askedMs = error.retryDelayMs ?? 0;
      const passedMs = patience.now() - failedAtMs;
      const leftMs = patience.budgetMs - passedMs;
      // A full pool was waited for by the server, or was not to be waited for.
      if (!error.retryable || error.reason === "POOL_FULL" || leftMs <= 0 || askedMs > leftMs) throw error;
      // The last attempt is just after the end.
      const waitMs = Math.min(delayMs(tries, askedMs), leftMs + 1);
      if (passedMs + waitMs >= WARN_AFTER_MS) patience.warn(error, leftMs);
      await patience.sleep(waitMs);
    }
  }
};

const delayMs = (tries: number, askedMs: number): number =>
  Math.max(Math.min(FIRST_DELAY_MS * BACKOFF ** (tries - 1), DELAY_MAX_MS), askedMs) * (1 + JITTER * Math.random());
