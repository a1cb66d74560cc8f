import type { Pace } from "./pace.ts";

/** Name of a pace of a stand-alone cluster. */
export type PaceName = "real" | "x20" | "auto";

/** Paces by name; `auto` follows the wall clock and is faster while a client waits. */
export const PACES: Readonly<Record<PaceName, Pace>> = Object.freeze({
  real: { idleSpeed: 1, waitingSpeed: 1, idleMaxMs: Infinity, requestCostMs: 0 },
  x20: { idleSpeed: 20, waitingSpeed: 20, idleMaxMs: Infinity, requestCostMs: 0 },
  auto: { idleSpeed: 1, waitingSpeed: 20, idleMaxMs: Infinity, requestCostMs: 0 },
});
