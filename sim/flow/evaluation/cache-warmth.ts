import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { CACHE_WARMTH, processState, setProcessState } from "../../processes/process-state.ts";

/** Share of the requested entries that a cache holds, 0 … 1; 0 after a start. */
export const cacheWarmth = (world: World, cache: Process): number => processState<Warmth>(world, cache, CACHE_WARMTH)?.share ?? 0;

interface Warmth {
  readonly share: number;
  readonly atMs: number;
}

/** Warms a cache by the requests since the last update. @returns true while it is still filling */
export const warmCache = (world: World, cache: Process, ratePerS: number): boolean => {
  const known = processState<Warmth>(world, cache, CACHE_WARMTH) ?? { share: 0, atMs: world.nowMs() };
  if (known.share === 1) return false;
  const filledS = ((world.nowMs() - known.atMs) / 1000) * Math.min(1, ratePerS / FULL_RATE);
  const share = 1 - (1 - known.share) * Math.exp(-filledS / FILL_S);
  setProcessState(world, cache, CACHE_WARMTH, { share: share > WARM ? 1 : Number(share.toPrecision(6)), atMs: world.nowMs() });
  return share <= WARM && ratePerS > 0;
};

/** Time constant of filling at the full rate of look-ups a second: nine tenths in about a minute. */
const FILL_S = 24;
const FULL_RATE = 60;
const WARM = 0.995;
