import { DrillError } from "#core/drill-error.ts";
import type { EpisodeKubeOutcome, KubeCommand } from "../../kube-protocol.ts";
import { type EpisodeDesk, failEpisode, findEpisode, overError } from "./episode-desk.ts";
import { type EpisodeEntry, inTurn, type RecordedKube } from "./episode-entry.ts";
import { expireEpisode } from "./read-episode.ts";
import { assertStarted } from "./reset-episode.ts";

/**
 * Takes one message of the HTTP door to an episode, in turn with its steps, and records what clients did.
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
  if (desk.host.kube === undefined) throw new DrillError("BACKEND_CANNOT", "this server has no door to its clusters");
  const outcome = await desk.host.kube(command).catch((cause) => {
    throw failEpisode(desk, entry, cause);
  });
  const { virtualMs, shiftMs, stateDigest } = outcome;
  if (command.frames.length === 0) entry.kubeMovedToMs = virtualMs;
  else
    write(desk, entry, {
      at: entry.steps.length,
      virtualMs,
      shiftMs,
      frames: command.frames,
      ...(stateDigest !== undefined && { stateDigest }),
    });
  if (outcome.isSpent) void expireEpisode(desk, entry, "VIRTUAL_TIME").catch(() => undefined);
  return outcome;
};

/** Records time that went by at the door and nothing else, before something other than the door goes on from there. */
export const settleKube = (desk: EpisodeDesk, entry: EpisodeEntry): void => {
  if (entry.kubeMovedToMs !== undefined)
    write(desk, entry, { at: entry.steps.length, virtualMs: entry.kubeMovedToMs, shiftMs: 0, frames: [] });
};

/** Nobody waits for the disk: a record that it did not take makes the episode lost after a crash, not wrong. */
const write = (desk: EpisodeDesk, entry: EpisodeEntry, record: RecordedKube): void => {
  entry.kubeMovedToMs = undefined;
  entry.kube.push(record);
  void desk.journal.kube(entry, entry.kube.length - 1, record).catch((cause) => desk.log.error("journal", { episode_id: entry.id }, cause));
};
