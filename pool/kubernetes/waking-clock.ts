import type { Clock } from "#core/clock.ts";

/** Subscribes to changes. @returns a function that ends the subscription */
export type Changes = (listener: () => void) => () => void;

/**
 * Creates a clock of this machine whose `until` polls after each change, and at least once a second, since predicates
 * may depend on more than what is watched.
 */
export const createWakingClock = (changes: Changes): Clock => ({
  nowMs: () => Date.now(),
  sleep: (ms) => waitAtMost(ms, () => () => undefined),
  until: async (predicate, { timeoutMs }) => {
    const deadlineMs = Date.now() + timeoutMs;
    for (;;) {
      const subscription = subscribeOnce(changes); // subscribed before the predicate runs, so that no change is missed
      try {
        if (await predicate()) return true;
        const leftMs = deadlineMs - Date.now();
        if (leftMs <= 0) return false;
        await waitAtMost(Math.min(leftMs, POLL_MS), subscription.onChange);
      } finally {
        subscription.unsubscribe();
      }
      await waitAtMost(Math.min(GATHER_MS, Math.max(0, deadlineMs - Date.now())), () => () => undefined);
    }
  },
});

const POLL_MS = 1_000;

/** Delay that gathers a burst of changes into one poll, ms. */
const GATHER_MS = 50;

const subscribeOnce = (changes: Changes): { readonly onChange: Changes; unsubscribe(): void } => {
  let hasFired = false;
  const listeners = new Set<() => void>();
  const unsubscribe = changes(() => {
    hasFired = true;
    for (const listener of listeners) listener();
  });
  return {
    unsubscribe,
    onChange: (listener) => {
      listeners.add(listener);
      if (hasFired) listener();
      return () => listeners.delete(listener);
    },
  };
};

const waitAtMost = (ms: number, changes: Changes): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    let cancel = (): void => undefined;
    function done(): void {
      clearTimeout(timer);
      cancel();
      resolve();
    }
    cancel = changes(done);
  });
