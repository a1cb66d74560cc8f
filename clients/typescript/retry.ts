import { setTimeout as sleep } from "node:timers/promises";
import { KubedrillError } from "./errors.ts";

const TRIES_MAX = 5;
const FIRST_DELAY_MS = 100;
const BACKOFF = 1.5;
const JITTER = 0.1;

/**
 * Repeats a call until it succeeds, fails permanently, or was tried five times.
 *
 * Repeating is safe because every call carries the client's own ids; DEADLINE_EXCEEDED is repeated once, since the
 * server keeps the reply for the same ids.
 * @throws KubedrillError the last failure
 */
export const withRetry = async <T>(attempt: () => Promise<T>): Promise<T> => {
  let collected = false;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof KubedrillError)) throw error;
      if (error.code === "DEADLINE_EXCEEDED" && !collected) collected = true;
      else if (!error.retryable || tries >= TRIES_MAX) throw error;
      else await sleep(delayMs(tries, error.retryDelayMs ?? 0));
    }
  }
};

const delayMs = (tries: number, askedMs: number): number =>
  Math.max(FIRST_DELAY_MS * BACKOFF ** (tries - 1), askedMs) * (1 + JITTER * Math.random());
