import type { EpisodeContext } from "./episode-context.ts";
import type { EpisodeEntry, RecordedKube } from "./episode-entry.ts";

/**
 * Records the requests of clients to the endpoint.
 *
 * Does not wait for the disk: with a missing record the episode is lost after a crash, not wrong.
 */
export const recordKube = (context: EpisodeContext, entry: EpisodeEntry, record: RecordedKube): void => {
  entry.kubeMovedToMs = undefined;
  entry.kube.push(record);
  void context.journal
    .kube(entry, entry.kube.length - 1, record)
    .catch((cause) => context.log.error("journal", { episode_id: entry.id }, cause));
};

/** Records time that passed at the endpoint alone, before another call continues from there. */
export const settleKube = (context: EpisodeContext, entry: EpisodeEntry): void => {
  if (entry.kubeMovedToMs !== undefined)
    recordKube(context, entry, { at: entry.steps.length, virtualMs: entry.kubeMovedToMs, shiftMs: 0, frames: [] });
};
