import type { World } from "../kernel/world.ts";
import { setBusyProgram } from "../machines/busy-programs.ts";
import { planSolve } from "../processes/plan-solve.ts";

/** Lets a program of a node's machine keep so many cores busy from now on; 0 ends it. */
export const keepBusy = (world: World, node: string, cores: number): void => {
  setBusyProgram(world, node, cores);
  planSolve(world);
};
