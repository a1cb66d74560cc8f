import { DrillError } from "#core/drill-error.ts";
import type { EpisodeKubeOutcome, KubeCommand } from "../host/kube-protocol.ts";
import { createKubeStreams, type KubeStreams } from "../host/kube-streams/kube-streams.ts";
import { type Episode, elapsedMs } from "./episode.ts";
import { WORK_UNITS, withWork } from "./work-of-episode.ts";

/**
 * Serves one message of the HTTP endpoint to an episode: its time goes on as the endpoint paces it, within the
 * episode's limit, with the disturbances that fall due.
 *
 * @throws DrillError CAPABILITY_MISSING if slots have no simulated API
 */
export const serveKube = async (episode: Episode, command: KubeCommand): Promise<EpisodeKubeOutcome> => {
  const endsAtMs = episode.incident.startMs + episode.limits.maxVirtualMs;
  episode.kubeStreams ??= openStreams(episode);
  const outcome = await episode.kubeStreams.run({ ...command, untilMs: Math.min(command.untilMs, endsAtMs) });
  const stateDigest = command.frames.length > 0 ? await episode.slot.digest() : undefined;
  return {
    ...outcome,
    ...(stateDigest !== undefined && { stateDigest }),
    isSpent: elapsedMs(episode) >= episode.limits.maxVirtualMs,
    user: episode.slot.api?.user ?? "",
    namespace: episode.slot.namespace,
  };
};

const openStreams = (episode: Episode): KubeStreams => {
  const { slot } = episode;
  const { api, admin, backend } = slot;
  if (api === undefined) throw new DrillError("CAPABILITY_MISSING", `slots of the ${backend} backend have no simulated Kubernetes API`);
  return createKubeStreams(
    api,
    (ms) => episode.noise.pass(admin, ms),
    (request) => withWork(slot, WORK_UNITS.action, () => slot.agent.query(request)),
  );
};
