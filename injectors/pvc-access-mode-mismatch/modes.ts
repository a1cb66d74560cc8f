import type { Rng } from "#core/rng.ts";

/** Draws a mode in which several nodes have a volume: most people who want one mean to write. */
export const drawMode = (rng: Rng): "ReadWriteMany" | "ReadOnlyMany" =>
  rng.stream("mode").pick(["ReadWriteMany", "ReadWriteMany", "ReadOnlyMany"] as const);
