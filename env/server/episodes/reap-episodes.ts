import { evictEpisode } from "./close-episode.ts";
import { buryEpisode, type EpisodeDesk, emit } from "./episode-desk.ts";
import type { EpisodeEntry } from "./episode-entry.ts";
import { expireEpisode } from "./read-episode.ts";

/**
 * Ends episodes with expired leases or used-up real time, and removes old tombstones.
 * @returns a promise of the ends, so that tests can wait for them
 */
export const reapEpisodes = async (desk: EpisodeDesk): Promise<void> => {
  const nowMs = desk.clock.nowMs();
  for (const { id, expiresAtMs } of desk.leases.warn(nowMs, WARN_AHEAD_MS)) {
    if (expiresAtMs > nowMs) emit(desk, { kind: "LEASE_WARNING", episodeId: id, deadlineMs: expiresAtMs });
  }
  const ends = desk.leases.due(nowMs).map((id) => expireLease(desk, id));
  const spent = [...desk.entries.values()]
    .filter((entry) => hasSpentWallClock(entry, nowMs))
    .map((entry) => expireEpisode(desk, entry, "WALL_CLOCK"));
  desk.tombstones.purge();
  for (const result of await Promise.allSettled([...ends, ...spent])) {
    if (result.status === "rejected") desk.log.error("reaping failed", {}, result.reason);
  }
};

/** Reaps at intervals. @returns a function that stops it */
export const startReaper = (desk: EpisodeDesk): (() => void) => {
  let callOff = (): void => undefined;
  const tick = (): void => {
    void reapEpisodes(desk).finally(schedule);
  };
  let stopped = false;
  const schedule = (): void => {
    if (!stopped) callOff = desk.clock.after(REAP_EVERY_MS, tick);
  };
  schedule();
  return () => {
    stopped = true;
    callOff();
  };
};

const REAP_EVERY_MS = 1_000;
const WARN_AHEAD_MS = 60_000;

const expireLease = async (desk: EpisodeDesk, id: string): Promise<void> => {
  const entry = desk.entries.get(id);
  if (entry === undefined) return desk.leases.close(id);
  if (isCalledFor(desk, entry)) return;
  if (entry.ending?.endReason === "SLOT_LOST") return buryEpisode(desk, entry);
  await evictEpisode(desk, entry, "LEASE_EXPIRED");
};

/** True if a call is running, which renews the lease at its end; one that waits in the queue protects it for its lifetime at most. */
const isCalledFor = (desk: EpisodeDesk, entry: EpisodeEntry): boolean => {
  if (entry.ticket === undefined) return entry.pending > 0;
  const isOld = (desk.leases.get(entry.id)?.lifetimeEndsAtMs ?? 0) <= desk.clock.nowMs();
  return !isOld && (!entry.deferred || entry.pending > 1);
};

const hasSpentWallClock = (entry: EpisodeEntry, nowMs: number): boolean => {
  const max = entry.started?.limits.maxWallMs ?? null;
  return max !== null && entry.state === "RUNNING" && entry.pending === 0 && nowMs - entry.startedAtMs > max;
};
