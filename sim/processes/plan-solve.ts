import type { World } from "../kernel/world.ts";

/**
 * Asks for the traffic to be looked at again soon.
 *
 * The delay is what kube-proxies and clients take to notice a change, and gathers changes of one moment into one look.
 */
export const planSolve = (world: World): void => world.setTimerNoLaterThan(SOLVE_TIMER, "", world.nowMs() + NOTICE_DELAY_MS);

/** The timer that solves the traffic. */
export const SOLVE_TIMER = "flow/solve";

const NOTICE_DELAY_MS = 200;
