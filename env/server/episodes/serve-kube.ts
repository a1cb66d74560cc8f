import { DrillError } from "#core/drill-error.ts";
import type { EpisodeKubeOutcome, KubeCommand } from "../../host/kube-protocol.ts";
import { type EpisodeDesk, failEpisode, findEpisode, overError } from "./episode-desk.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import { expireEpisode } from "./read-episode.ts";
import { recordKube } from "./record-kube.ts";
import { assertStarted } from "./reset-episode.ts";

/**
 * Passes one message of the HTTP endpoint to an episode, in turn with its steps, and records the requests.
 *
 * @throws DrillError EPISODE_ENDED, EPISODE_UNKNOWN, SLOT_LOST, BACKEND_CANNOT
 */
export const serveKube = (desk: EpisodeDesk, command: KubeCommand): Promise<EpisodeKubeOutcome> => {
  const entry = findEpisode(desk, command.episodeId);
  return inTurn(entry, () => takeCommand(desk, entry, command));
};

const takeCommand = async (desk: EpisodeDesk, entry: EpisodeEntry, command: KubeCommand): Promise<EpisodeKubeOutcome> => {
  assertStarted(entry);
  if (entry.ending !== undefined) throw overError(entry.id, entry.ending);
  if (desk.host.kube === undefined) throw new DrillError("BACKEND_CANNOT", "this server offers no Kubernetes API endpoint");
  const outcome = await desk.host.kube(command).catch((cause) => {
    throw failEpisode(desk, entry, cause);
  });
  const { virtualMs, shiftMs, stateDigest } = outcome;
  if (command.frames.length === 0) entry.kubeMovedToMs = virtualMs;
  else
    recordKube(desk, entry, {
      at: entry.steps.length,
      virtualMs,
      shiftMs,
      frames: command.frames,
      ...(stateDigest !== undefined && { stateDigest }),
    });
  if (outcome.isSpent) void expireEpisode(desk, entry, "VIRTUAL_TIME").catch(() => undefined);
  return outcome;
};
