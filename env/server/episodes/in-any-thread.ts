import { DrillError } from "#core/drill-error.ts";
import type { WallClock } from "./wall-clock.ts";

/**
 * Does what makes a world, again if the thread ends in which it was about to be, or none is there yet.
 *
 * @param mayRepeat asked after a loss, before anything else is tried; missing: it always may
 */
export const inAnyThread = async <T>(clock: WallClock, make: () => Promise<T>, mayRepeat?: () => boolean): Promise<T> => {
  for (let lost = 0, waited = 0; ; ) {
    try {
      return await make();
    } catch (cause) {
      if (isLostWorld(cause) && mayRepeat?.() !== false && lost < LOST_MAX) lost += 1;
      else if (isNoThread(cause) && (lost > 0 || mayRepeat === undefined) && waited < WAITS_MAX) waited += 1;
      else throw cause;
      await new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
    }
  }
};

/** True for the failure of a call whose world is gone with its thread. */
export const isLostWorld = (cause: unknown): boolean => cause instanceof DrillError && cause.code === "SLOT_LOST";

const isNoThread = (cause: unknown): boolean => cause instanceof DrillError && cause.code === "BACKEND_DOWN";

/** Number of threads that may end meanwhile, and of pauses until there is one. */
const LOST_MAX = 2;
const WAITS_MAX = 150;
const PAUSE_MS = 100;
