import type { DrillError } from "#core/drill-error.ts";
import type { Ending } from "../../host/episode-protocol.ts";
import { type EpisodeContext, endEpisode, failedEnding, overError, reportBug } from "./episode-context.ts";
import type { EpisodeEntry } from "./episode-entry.ts";
import { retireEpisode } from "./retire-episode.ts";

/** Ends an episode after a failure of ours, and returns the failure as callers may see it. */
export const failEpisode = (context: EpisodeContext, entry: EpisodeEntry, cause: unknown): DrillError => {
  const error = reportBug(context, cause, { episode_id: entry.id });
  if (error.code === "SLOT_LOST" || error.code === "EPISODE_UNKNOWN") {
    loseEntry(context, entry, failedEnding("SLOT_LOST", error.what));
    return overError(entry.id, entry.ending);
  }
  if (error.row.blame !== "client") loseEntry(context, entry, failedEnding("ENV_ERROR", error.metadata["incident_id"] ?? error.what));
  return error;
};

/** Ends an episode whose world is gone, and frees what it held. */
export const loseEntry = (context: EpisodeContext, entry: EpisodeEntry, ending: Ending): void => {
  void endEpisode(context, entry, ending);
  void retireEpisode(context, entry);
};
