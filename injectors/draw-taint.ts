import type { Rng } from "#core/rng.ts";

/** Draws the key and the value of a taint. */
export const drawTaint = (rng: Rng): { readonly key: string; readonly value: string } =>
  rng.pick([
    { key: "dedicated", value: rng.pick(["batch", "analytics", "gpu"]) },
    { key: "pool", value: rng.pick(["spot", "reserved", "blue"]) },
    { key: "workload-class", value: rng.pick(["system", "high-memory"]) },
    { key: "maintenance", value: rng.pick(["scheduled", "kernel-update"]) },
  ]);
