import { readdirSync } from "node:fs";

/** Name of the n-th file of a dataset. */
export const shardName = (index: number): string => `trajectories-${String(index).padStart(5, "0")}.jsonl`;

/** Lists the files of a dataset folder that hold trajectories, in order. */
export const shardNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^trajectories-\d{5}\.jsonl$/.test(name))
    .sort();
