import { DrillError } from "#core/drill-error.ts";
import type { LiveEpisode } from "../../host/kube-protocol.ts";
import { type EpisodeContext, findEpisode, overError } from "./episode-context.ts";
import { failEpisode } from "./fail-episode.ts";
import { expireEpisode } from "./read-episode.ts";
import { assertStarted } from "./reset-episode.ts";

/** A running episode in a real cluster, for its HTTP endpoint. */
export interface OpenLive extends LiveEpisode {
  /** Called when the cluster does not answer: the episode is lost. */
  readonly fail: (cause: unknown) => void;
}

/**
 * Finds an episode for a request to its Kubernetes API, and renews its lease. Undefined where worlds are simulated.
 *
 * Requests run concurrently with steps: time is real, and a cluster has many users.
 * @throws DrillError EPISODE_ENDED, EPISODE_UNKNOWN, SLOT_LOST
 */
export const liveEpisode = (context: EpisodeContext, episodeId: string): OpenLive | undefined => {
  if (context.host.liveCluster === undefined || context.host.kube !== undefined) return undefined;
  const entry = findEpisode(context, episodeId);
  assertStarted(entry);
  if (entry.ending !== undefined) throw overError(entry.id, entry.ending);
  const live = context.host.liveCluster(episodeId);
  if (live.isSpent) {
    void expireEpisode(context, entry, "VIRTUAL_TIME").catch(() => undefined);
    throw new DrillError("EPISODE_ENDED", `episode ${episodeId} has used up its time`);
  }
  return { ...live, fail: (cause) => void failEpisode(context, entry, cause) };
};
