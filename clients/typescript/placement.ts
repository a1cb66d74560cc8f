import { createHash } from "node:crypto";

/** A start of an episode, as far as its place depends on it. */
export interface Start {
  /** URI of the task, or a text that stands for the start. */
  readonly task: string;
  /** Root seed as a decimal number; empty where `task` says it all. */
  readonly seed: string;
  /** Number of slots that are wanted together. Missing: 1. */
  readonly need?: number;
}

/**
 * Chooses the server of a start by rendezvous hashing: each server has a weight for each start, and the heaviest with room plays it. So
 * clients agree without talking to each other, groups meet where their incident is made once, and a server that comes or goes moves only the
 * starts that it gets or had. `clients/placements.json` has placements that all clients agree on.
 * @param rooms numbers of free slots by the id of each server that is ready
 * @returns the heaviest with that much room; if none has it the heaviest of all, in whose queue it waits; undefined without servers
 */
export const place = (rooms: ReadonlyMap<string, number>, start: Start): string | undefined => {
  const ids = [...rooms.keys()];
  const roomy = ids.filter((id) => (rooms.get(id) ?? 0) >= (start.need ?? 1));
  const weights = (roomy.length > 0 ? roomy : ids).map((id) => ({ id, weight: weigh(id, start) }));
  return weights.reduce<Weight | undefined>((best, one) => (best === undefined || isHeavier(one, best) ? one : best), undefined)?.id;
};

interface Weight {
  readonly id: string;
  readonly weight: bigint;
}

const weigh = (server: string, { task, seed }: Start): bigint =>
  createHash("sha256").update([server, task, seed].join("\0")).digest().readBigUInt64BE();

/** Compares by the code points of ids where weights are equal. */
const isHeavier = (one: Weight, other: Weight): boolean =>
  one.weight === other.weight ? Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)) < 0 : one.weight > other.weight;
