import type { Rng } from "#core/rng.ts";

/** Effects that a taint can have. */
export const EFFECTS: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Draws an effect as people write it from memory. */
export const misnamedEffect = (rng: Rng): string =>
  rng.pick([
    "NoSchedul",
    "NoScheduled",
    "NoScheduling",
    "noSchedule",
    "PreferNoSchedul",
    "PreferSchedule",
    "NoExec",
    "NoEvict",
    "Exclusive",
  ]);

/** Taints of nodes that are kept for databases. */
export const KEYS: readonly { readonly key: string; readonly value: string }[] = [
  { key: "dedicated", value: "database" },
  { key: "dedicated", value: "tidb" },
  { key: "node-pool", value: "storage" },
  { key: "workload-type", value: "stateful" },
  { key: "pool", value: "db" },
  { key: "purpose", value: "data" },
];
