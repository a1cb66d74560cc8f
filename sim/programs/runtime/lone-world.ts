import { World, type WorldParts } from "../../kernel/world.ts";
import { SOLVE_TIMER } from "../../processes/plan-solve.ts";

export type { World, WorldParts } from "../../kernel/world.ts";

/**
 * A world for one process that plays a program of an application outside of a simulation: it keeps the program's state, nothing more.
 *
 * @param parts what else the program needs of a world
 */
export const createLoneWorld = (seed: string, nowMs: number, { timers, config = {} }: Partial<WorldParts> = {}): World =>
  new World({ timers: { ...timers, [SOLVE_TIMER]: () => {} }, observers: [], config }, seed, nowMs);

/** Lets a lone world's time catch up with a clock; a clock that was set back does not move it. */
export const catchUp = (world: World, nowMs: number): void => {
  if (nowMs > world.nowMs()) world.runUntil(nowMs);
};
