import type { World } from "../kernel/world.ts";
import type { Checker } from "./change-checker.ts";
import { checkWorld } from "./check-world.ts";
import { checkOwnerReferences } from "./owner-references.ts";
import { STORE_CHECKERS } from "./store-checkers.ts";

/** Runs a checker that walks everything no more often than this, in virtual time. */
const CHECK_INTERVAL_MS = 20_000;

const everyInterval =
  (name: string, check: Checker): Checker =>
  (world: World) => {
    const runs = world.map<number>("checkers/last-run");
    if (world.nowMs() - (runs.get(name) ?? 0) < CHECK_INTERVAL_MS) return;
    runs.set(name, world.nowMs());
    check(world);
  };

/** Everything that holds in every world between two events; tests boot their worlds with it. */
export const WORLD_CHECKERS: readonly Checker[] = [...STORE_CHECKERS, checkWorld, everyInterval("owner-references", checkOwnerReferences)];
