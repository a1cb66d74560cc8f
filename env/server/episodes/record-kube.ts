import type { EpisodeDesk } from "./episode-desk.ts";
import type { EpisodeEntry, RecordedKube } from "./episode-entry.ts";

/**
 * Records the requests of clients to the endpoint.
 *
 * Does not wait for the disk: with a missing record the episode is lost after a crash, not wrong.
 */
export const recordKube = (desk: EpisodeDesk, entry: EpisodeEntry, record: RecordedKube): void => {
  entry.kubeMovedToMs = undefined;
  entry.kube.push(record);
  void desk.journal.kube(entry, entry.kube.length - 1, record).catch((cause) => desk.log.error("journal", { episode_id: entry.id }, cause));
};

/** Records time that passed at the endpoint alone, before another call continues from there. */
export const settleKube = (desk: EpisodeDesk, entry: EpisodeEntry): void => {
  if (entry.kubeMovedToMs !== undefined)
    recordKube(desk, entry, { at: entry.steps.length, virtualMs: entry.kubeMovedToMs, shiftMs: 0, frames: [] });
};
