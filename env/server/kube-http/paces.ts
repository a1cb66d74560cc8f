import type { Pace } from "./pace.ts";

/** Paces of a stand-alone cluster by name. */
export type PaceName = "real" | "x20" | "auto";

/** `auto` goes with the wall clock and hurries while somebody waits. */
export const PACES: Readonly<Record<PaceName, Pace>> = Object.freeze({
  real: { idleSpeed: 1, waitingSpeed: 1, idleMaxMs: Infinity, requestCostMs: 0 },
  x20: { idleSpeed: 20, waitingSpeed: 20, idleMaxMs: Infinity, requestCostMs: 0 },
  auto: { idleSpeed: 1, waitingSpeed: 20, idleMaxMs: Infinity, requestCostMs: 0 },
});
