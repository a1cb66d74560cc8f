import type { EpisodeDesk } from "./episode-desk.ts";
import type { EpisodeEntry, RecordedKube } from "./episode-entry.ts";

/**
 * Records the requests of clients to the endpoint.
 *
 * Nobody waits for the disk: a record that it did not take makes the episode lost after a crash, not wrong.
 */
export const recordKube = (desk: EpisodeDesk, entry: EpisodeEntry, record: RecordedKube): void => {
  entry.kubeMovedToMs = undefined;
  entry.kube.push(record);
  void desk.journal.kube(entry, entry.kube.length - 1, record).catch((cause) => desk.log.error("journal", { episode_id: entry.id }, cause));
};

/** Records time that went by at the endpoint and nothing else, before something other than the endpoint goes on from there. */
export const settleKube = (desk: EpisodeDesk, entry: EpisodeEntry): void => {
  if (entry.kubeMovedToMs !== undefined)
    recordKube(desk, entry, { at: entry.steps.length, virtualMs: entry.kubeMovedToMs, shiftMs: 0, frames: [] });
};
