import type { Rng } from "#core/rng.ts";

/** Draws the name of a node that is not there, such as one that was taken out of service: named like those that are. */
export const missingNode = (rng: Rng, nodes: readonly string[]): string => {
  const name = nodes.length === 0 ? "worker" : rng.pick([...nodes].sort());
  const stem = name.replace(/[-_]?\d+$/, "");
  const candidates = Array.from({ length: LAST }, (_, i) => `${stem}-${i + 1}`).filter((other) => !nodes.includes(other));
  return rng.pick(candidates);
};

/** Highest number of a missing node: higher than that of any node there is. */
const LAST = 40;
