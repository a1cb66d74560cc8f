import { DrillError } from "#core/drill-error.ts";
import type { EpisodeKubeOutcome, KubeCommand } from "../../host/kube-protocol.ts";
import { type EpisodeContext, findEpisode, overError } from "./episode-context.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import { failEpisode } from "./fail-episode.ts";
import { expireEpisode } from "./read-episode.ts";
import { recordKube } from "./record-kube.ts";
import { assertStarted } from "./reset-episode.ts";

/**
 * Passes one message of the HTTP endpoint to an episode, in turn with its steps, and records the requests.
 *
 * @throws DrillError EPISODE_ENDED, EPISODE_UNKNOWN, SLOT_LOST, BACKEND_CANNOT
 */
export const serveKube = (context: EpisodeContext, command: KubeCommand): Promise<EpisodeKubeOutcome> => {
  const entry = findEpisode(context, command.episodeId);
  return inTurn(entry, () => takeCommand(context, entry, command));
};

const takeCommand = async (context: EpisodeContext, entry: EpisodeEntry, command: KubeCommand): Promise<EpisodeKubeOutcome> => {
  assertStarted(entry);
  if (entry.ending !== undefined) throw overError(entry.id, entry.ending);
  if (context.host.kube === undefined) throw new DrillError("BACKEND_CANNOT", "this server offers no Kubernetes API endpoint");
  const outcome = await context.host.kube(command).catch((cause) => {
    const failure = failEpisode(context, entry, cause);
    if (failure.code === "EPISODE_ENDED" && entry.ending === undefined)
      void expireEpisode(context, entry, "UNRECOVERABLE").catch(() => undefined);
    throw failure;
  });
  const { virtualMs, shiftMs, stateDigest } = outcome;
  if (command.frames.length === 0) entry.kubeMovedToMs = virtualMs;
  else
    recordKube(context, entry, {
      at: entry.steps.length,
      virtualMs,
      shiftMs,
      frames: command.frames,
      ...(stateDigest !== undefined && { stateDigest }),
    });
  if (outcome.isSpent) void expireEpisode(context, entry, "VIRTUAL_TIME").catch(() => undefined);
  return outcome;
};
