import type { Rng } from "#core/rng.ts";

/** Strategy of a StatefulSet that names none. */
export const DEFAULT = "RollingUpdate";

/** Strategies that a StatefulSet can have. */
const STRATEGIES: readonly string[] = [DEFAULT, "OnDelete"];

export const isStrategy = (name: string): boolean => STRATEGIES.includes(name);

/** Draws what people write from memory, or take from another kind of workload. */
export const misnamedStrategy = (rng: Rng): string =>
  rng.pick([
    "Recreate",
    "Rolling",
    "RollingUpdates",
    "rollingUpdate",
    "RollingUpgrade",
    "Parallel",
    "onDelete",
    "OnDeletion",
    "BlueGreen",
    "Canary",
  ]);
