import { vi } from "vitest";
import { World } from "#sim/kernel/world.ts";

/** Work that worlds did, which a busy machine does not change as it changes times. */
export interface Work {
  /** Events that ran, without those that were passed over. */
  readonly events: number;
  /** Committed changes of objects. */
  readonly writes: number;
  /** Times that the traffic was worked out anew. */
  readonly solves: number;
}

/** Counts the work of all worlds of this process from now on. @returns a function that tells what was done since it was last asked */
export const countWork = (): (() => Work) => {
  let work = { events: 0, writes: 0, solves: 0 };
  const { runNext, publish, memo } = World.prototype;
  vi.spyOn(World.prototype, "runNext").mockImplementation(function (this: World, limitMs) {
    const hasRun = runNext.call(this, limitMs);
    if (hasRun) work.events += 1;
    return hasRun;
  });
  vi.spyOn(World.prototype, "publish").mockImplementation(function (this: World, change) {
    work.writes += 1;
    publish.call(this, change);
  });
  vi.spyOn(World.prototype, "memo").mockImplementation(function <T>(this: World, name: string, revision: number, derive: Derive<T>): T {
    if (name !== SOLUTIONS) return memo.call(this, name, revision, derive as Derive<unknown>) as T;
    return memo.call(this, name, revision, (before) => {
      const after = derive(before as T | undefined);
      if (!((before as readonly unknown[] | undefined) ?? []).includes((after as readonly unknown[])[0])) work.solves += 1;
      return after;
    }) as T;
  });
  return () => {
    const done = work;
    work = { events: 0, writes: 0, solves: 0 };
    return done;
  };
};

type Derive<T> = (before: T | undefined) => T;

/** Name of the memo with the last few solutions of the traffic, the present one first. */
const SOLUTIONS = "flow/current";
