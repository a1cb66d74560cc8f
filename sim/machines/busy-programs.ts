import type { World } from "../kernel/world.ts";

/** A program of a machine itself, outside of all pods, that keeps cores busy. */
export interface BusyProgram {
  readonly cores: number;
  /** Virtual time at which it was started, ms. */
  readonly startedAtMs: number;
}

/** Lets a program of a node's machine keep so many cores busy from now on; 0 ends it. */
export const setBusyProgram = (world: World, node: string, cores: number): void => {
  const map = world.map<BusyProgram>(BUSY);
  if (cores > 0) map.set(node, { cores, startedAtMs: world.nowMs() });
  else map.delete(node);
};

/** The program of a node's machine that keeps cores busy; undefined: none does. */
export const busyProgram = (world: World, node: string): BusyProgram | undefined => world.map<BusyProgram>(BUSY).get(node);

/** Machines with such a program. */
export const busyMachines = (world: World): readonly string[] => [...world.map(BUSY).entries()].map(([node]) => node);

/** Grows with every change of what keeps machines busy. */
export const busyMachinesRevision = (world: World): number => world.map(BUSY).revision;

const BUSY = "machines/busy";
