import { setTimeout as pass } from "node:timers/promises";
import type { Clock } from "#core/clock.ts";

const POLL_FIRST_MS = 100;
const POLL_MAX_MS = 1_000;

/** Clock of this machine. `until` polls at intervals that grow from 0.1 s to 1 s, and once more at the timeout. */
export const realClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms) => pass(ms),
  until: async (predicate, { timeoutMs }) => {
    const deadline = Date.now() + timeoutMs;
    for (let interval = POLL_FIRST_MS; ; interval = Math.min(interval * 1.5, POLL_MAX_MS)) {
      if (await predicate()) return true;
      const left = deadline - Date.now();
      if (left <= 0) return false;
      await pass(Math.min(interval, left));
    }
  },
};
