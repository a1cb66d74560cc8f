import type { RewardOutcome } from "../../host/episode-protocol.ts";
import { type EpisodeContext, removeEpisode } from "./episode-context.ts";
import type { EpisodeEntry } from "./episode-entry.ts";

/**
 * Frees the slot of an episode that has ended. Its last reply, score and explanation stay readable until its lease ends,
 * which is not renewed any more, it is closed, or `RETIRED_MAX` others have ended after it.
 */
export const retireEpisode = async (context: EpisodeContext, entry: EpisodeEntry): Promise<void> => {
  if (entry.ending === undefined || entry.isRetired) return;
  entry.isRetired = true;
  context.retired.add(entry.id);
  entry.score = await readScore(context, entry);
  await context.host.close({ episodeId: entry.id }).catch((cause) => context.log.error("release failed", { episode_id: entry.id }, cause));
  entry.permit?.release();
  dropOldest(context);
};

/** Maximum number of ended episodes whose replies are kept; each takes some 10 to 100 KiB. */
export const RETIRED_MAX = 2_048;

/** The sums with their explanation; undefined if the world is lost, so that there is no score. */
const readScore = async (context: EpisodeContext, { id, ending }: EpisodeEntry): Promise<RewardOutcome | undefined> => {
  if (ending?.endReason === "SLOT_LOST" || ending?.endReason === "ENV_ERROR") return undefined;
  return await context.host.reward({ episodeId: id, finalize: false, explain: true }).catch((cause) => {
    context.log.error("score lost", { episode_id: id }, cause);
    return undefined;
  });
};

/** Removes the episodes that ended first, beyond the bound. */
const dropOldest = (context: EpisodeContext): void => {
  for (const id of context.retired) {
    if (context.retired.size <= RETIRED_MAX) return;
    const entry = context.entries.get(id) as EpisodeEntry;
    removeEpisode(context, entry);
    void context.journal.release(entry.id, entry.ending).catch((cause) => context.log.error("journal", { episode_id: entry.id }, cause));
  }
};
