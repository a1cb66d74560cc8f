import { changeLog } from "../apiserver/store/store.ts";
import type { ObjectChange } from "../kernel/object-change.ts";
import type { World } from "../kernel/world.ts";

/** Looks after one invariant; throws when it is broken. */
export type Checker = (world: World) => void;

/** Makes a checker that sees every change once, in order; its state is part of the world, so that forks continue it. */
export const createChangeChecker = (name: string, check: (world: World, change: ObjectChange) => void): Checker => {
  const counterMap = "checkers/seen";
  return (world) => {
    const seen = world.map<number>(counterMap);
    const log = changeLog(world);
    const from = seen.get(name) ?? 0;
    if (from === log.length) return;
    for (const change of log.from(from)) check(world, change);
    seen.set(name, log.length);
  };
};
