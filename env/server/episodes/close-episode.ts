import { DrillError } from "#core/drill-error.ts";
import type { Ending, EndReason } from "../../host/episode-protocol.ts";
import { type EpisodeContext, endEpisode, failedEnding, removeEpisode } from "./episode-context.ts";
import { type EpisodeEntry, inTurn } from "./episode-entry.ts";
import type { CloseOrder, CloseReply } from "./episode-orders.ts";

/**
 * Releases the slot of an episode; never grades. An unknown id is marked as used, so that a reset still in flight
 * cannot leak a slot.
 *
 * @param trusted true: the server itself closes, so no token is needed
 * @throws DrillError CLOSE_TOKEN_WRONG
 */
export const closeEpisode = async (context: EpisodeContext, order: CloseOrder, trusted = false): Promise<CloseReply> => {
  const entry = context.entries.get(order.episodeId);
  if (entry === undefined) return closeUnknown(context, order.episodeId);
  if (!trusted && entry.closeTokenDigest !== undefined && entry.closeTokenDigest !== order.closeTokenDigest) {
    throw new DrillError("CLOSE_TOKEN_WRONG", `the close_token of episode ${entry.id} does not match`);
  }
  if (entry.state === "QUEUED" && entry.ticket !== undefined) {
    abortQueued(context, entry, `episode ${entry.id} was closed while it waited for a slot`);
    return { outcome: "CLOSED" };
  }
  if (order.reason !== undefined) context.log.info("closed", { episode_id: entry.id, reason: order.reason });
  return await inTurn(entry, () => releaseEpisode(context, entry));
};

/** Ends an episode for a reason of the server and frees its slot. */
export const evictEpisode = (context: EpisodeContext, entry: EpisodeEntry, endReason: EndReason): Promise<CloseReply> => {
  if (entry.state === "QUEUED" && entry.ticket !== undefined) {
    abortQueued(context, entry, `episode ${entry.id} was given up while it waited for a slot (${endReason})`);
    return Promise.resolve({ outcome: "CLOSED" });
  }
  return inTurn(entry, () => releaseEpisode(context, entry, endReason));
};

/** Aborts an episode that still waits for its slot. */
const abortQueued = (context: EpisodeContext, entry: EpisodeEntry, why: string): void => {
  entry.ticket?.abort(new DrillError("EPISODE_ID_SPENT", why, { metadata: { episode_id: entry.id } }));
  removeEpisode(context, entry);
};

const closeUnknown = async (context: EpisodeContext, id: string): Promise<CloseReply> => {
  const tombstone = context.tombstones.get(id);
  if (tombstone !== undefined && context.unreleased.has(id)) await writeRelease(context, id, tombstone.ending);
  if (tombstone !== undefined)
    return { outcome: "ALREADY_CLOSED", ...(tombstone.ending === undefined ? {} : { ending: tombstone.ending }) };
  context.tombstones.add(id, undefined);
  void context.journal.release(id, undefined).catch(() => undefined);
  return { outcome: "NEVER_STARTED" };
};

const releaseEpisode = async (context: EpisodeContext, entry: EpisodeEntry, endReason?: EndReason): Promise<CloseReply> => {
  if (context.entries.get(entry.id) !== entry)
    return { outcome: "ALREADY_CLOSED", ...(entry.ending === undefined ? {} : { ending: entry.ending }) };
  const released = await freeSlot(context, entry, endReason);
  removeEpisode(context, entry);
  await writeRelease(context, entry.id, entry.ending);
  return { outcome: released ? "CLOSED" : "RELEASE_FAILED", ...(entry.ending === undefined ? {} : { ending: entry.ending }) };
};

/** Writes that an episode is closed. @throws DrillError BACKEND_DOWN: the same call writes it again */
const writeRelease = async (context: EpisodeContext, id: string, ending: Ending | undefined): Promise<void> => {
  try {
    await context.journal.release(id, ending);
    context.unreleased.delete(id);
  } catch (cause) {
    context.unreleased.add(id);
    context.log.error("journal", { episode_id: id }, cause);
    throw new DrillError("BACKEND_DOWN", `the end of episode ${id} could not be written to the journal`, { retryAfterMs: RETRY_MS });
  }
};

const RETRY_MS = 1_000;

const freeSlot = async (context: EpisodeContext, entry: EpisodeEntry, endReason?: EndReason): Promise<boolean> => {
  if (entry.isRetired) return true;
  try {
    const { ending } = await context.host.close({ episodeId: entry.id, ...(endReason === undefined ? {} : { endReason }) });
    void endEpisode(context, entry, ending ?? closedEnding(endReason ?? "CLIENT_CLOSED"));
    return true;
  } catch (cause) {
    context.log.error("release failed", { episode_id: entry.id }, cause);
    void endEpisode(context, entry, failedEnding("SLOT_LOST", "the slot could not be released"));
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
