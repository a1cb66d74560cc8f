import type { EpisodeRow } from "../protocol.ts";

/** Episodes of a fault by one policy, and how many succeeded. */
export interface Success {
  readonly policy: string;
  readonly won: number;
  /** Episodes with a valid score. */
  readonly of: number;
}

/** Successes by fault and policy, of episodes in which the fault is alone: in pairs it cannot be told which of them was too hard. */
export const successByPolicy = (episodes: readonly EpisodeRow[]): ReadonlyMap<string, readonly Success[]> => {
  const scored = episodes.filter((one) => one.return !== undefined && one.faults.length < 2);
  return new Map(
    [...Map.groupBy(scored, ({ faults: [fault = "healthy"] }) => fault)].map(([fault, own]) => [
      fault,
      [...Map.groupBy(own, ({ policy }) => policy)]
        .map(([policy, played]) => ({ policy, won: played.filter(({ success }) => success === true).length, of: played.length }))
        .sort((a, b) => (a.policy < b.policy ? -1 : 1)),
    ]),
  );
};
