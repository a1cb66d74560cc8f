import { DrillError } from "#core/drill-error.ts";
import type { LiveEpisode } from "../host/kube-protocol.ts";
import { type Episode, elapsedMs } from "./episode.ts";

/** The Kubernetes API of an episode in a real cluster. @throws DrillError EPISODE_ENDED; CAPABILITY_MISSING where the world is simulated */
export const liveOf = (episode: Episode): LiveEpisode => {
  const { id, slot, ending, limits } = episode;
  if (ending !== undefined) throw new DrillError("EPISODE_ENDED", `episode ${id} ended with ${ending.endReason}`);
  if (slot.live === undefined) throw new DrillError("CAPABILITY_MISSING", `slots of the ${slot.backend} backend are no real clusters`);
  return {
    api: slot.live,
    query: (request) => slot.agent.query(request),
    namespace: slot.namespace,
    isSpent: elapsedMs(episode) >= limits.maxVirtualMs,
  };
};
