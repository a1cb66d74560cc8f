import { DrillError } from "#core/drill-error.ts";
import type { Ending, EndReason } from "../../host/episode-protocol.ts";
import { buryEpisode, type EpisodeDesk, endEpisode, failedEnding } from "./episode-desk.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import type { CloseOrder, CloseReply } from "./episode-orders.ts";

/**
 * Releases the slot of an episode; never grades. An unknown id is marked as used, so that a reset still in flight
 * cannot leak a slot.
 *
 * @param trusted true: the server itself closes, so no token is needed
 * @throws DrillError CLOSE_TOKEN_WRONG
 */
export const closeEpisode = async (desk: EpisodeDesk, order: CloseOrder, trusted = false): Promise<CloseReply> => {
  const entry = desk.entries.get(order.episodeId);
  if (entry === undefined) return closeUnknown(desk, order.episodeId);
  if (!trusted && entry.closeTokenDigest !== undefined && entry.closeTokenDigest !== order.closeTokenDigest) {
    throw new DrillError("CLOSE_TOKEN_WRONG", `the close_token of episode ${entry.id} does not match`);
  }
  if (entry.state === "QUEUED" && entry.ticket !== undefined) {
    abortQueued(desk, entry, `episode ${entry.id} was closed while it waited for a slot`);
    return { outcome: "CLOSED" };
  }
  return await inTurn(entry, () => releaseEpisode(desk, entry));
};

/** Ends an episode for a reason of the server and frees its slot. */
export const evictEpisode = (desk: EpisodeDesk, entry: EpisodeEntry, endReason: EndReason): Promise<CloseReply> => {
  if (entry.state === "QUEUED" && entry.ticket !== undefined) {
    abortQueued(desk, entry, `episode ${entry.id} was given up while it waited for a slot (${endReason})`);
    return Promise.resolve({ outcome: "CLOSED" });
  }
  return inTurn(entry, () => releaseEpisode(desk, entry, endReason));
};

/** Aborts an episode that still waits for its slot. */
const abortQueued = (desk: EpisodeDesk, entry: EpisodeEntry, why: string): void => {
  entry.ticket?.abort(new DrillError("EPISODE_ID_SPENT", why, { metadata: { episode_id: entry.id } }));
  buryEpisode(desk, entry);
};

const closeUnknown = (desk: EpisodeDesk, id: string): CloseReply => {
  const tombstone = desk.tombstones.get(id);
  if (tombstone !== undefined)
    return { outcome: "ALREADY_CLOSED", ...(tombstone.ending === undefined ? {} : { ending: tombstone.ending }) };
  desk.tombstones.add(id, undefined);
  void desk.journal.release(id, undefined).catch(() => undefined);
  return { outcome: "NEVER_STARTED" };
};

const releaseEpisode = async (desk: EpisodeDesk, entry: EpisodeEntry, endReason?: EndReason): Promise<CloseReply> => {
  if (desk.entries.get(entry.id) !== entry)
    return { outcome: "ALREADY_CLOSED", ...(entry.ending === undefined ? {} : { ending: entry.ending }) };
  const released = await freeSlot(desk, entry, endReason);
  buryEpisode(desk, entry);
  await desk.journal.release(entry.id, entry.ending).catch((cause) => desk.log.error("journal", { episode_id: entry.id }, cause));
  return { outcome: released ? "CLOSED" : "RELEASE_FAILED", ...(entry.ending === undefined ? {} : { ending: entry.ending }) };
};

const freeSlot = async (desk: EpisodeDesk, entry: EpisodeEntry, endReason?: EndReason): Promise<boolean> => {
  try {
    const { ending } = await desk.host.close({ episodeId: entry.id, ...(endReason === undefined ? {} : { endReason }) });
    void endEpisode(desk, entry, ending ?? closedEnding(endReason ?? "CLIENT_CLOSED"));
    return true;
  } catch (cause) {
    desk.log.error("release failed", { episode_id: entry.id }, cause);
    void endEpisode(desk, entry, failedEnding("SLOT_LOST", "the slot could not be released"));
    return false;
  }
};

/** Ending that the policy did not cause. */
const closedEnding = (endReason: EndReason): Ending => ({
  terminated: false,
  truncated: true,
  endReason,
  sampleValid: false,
  blame: endReason === "CLIENT_CLOSED" || endReason === "LEASE_EXPIRED" ? "CLIENT" : "OPERATOR",
});
