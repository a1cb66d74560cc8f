import { evictEpisode } from "./close-episode.ts";
import { type EpisodeContext, emit, removeEpisode } from "./episode-context.ts";
import type { EpisodeEntry } from "./episode-entry.ts";
import { expireEpisode } from "./read-episode.ts";

/**
 * Ends episodes with expired leases or used-up real time, and removes old tombstones.
 * @returns a promise of the ends, so that tests can wait for them
 */
export const reapEpisodes = async (context: EpisodeContext): Promise<void> => {
  const nowMs = context.clock.nowMs();
  for (const { id, expiresAtMs } of context.leases.warn(nowMs, WARN_AHEAD_MS)) {
    if (expiresAtMs > nowMs) emit(context, { kind: "LEASE_WARNING", episodeId: id, deadlineMs: expiresAtMs });
  }
  const ends = context.leases.due(nowMs).map((id) => expireLease(context, id));
  const spent = [...context.entries.values()]
    .filter((entry) => hasSpentWallClock(entry, nowMs))
    .map((entry) => expireEpisode(context, entry, "WALL_CLOCK"));
  context.tombstones.purge();
  // Whether there is room again is found out by writing.
  if (!context.isJournalWritable || nowMs - context.aliveAtMs >= ALIVE_EVERY_MS) {
    context.aliveAtMs = nowMs;
    void context.journal.alive().catch(() => undefined);
  }
  for (const result of await Promise.allSettled([...ends, ...spent])) {
    if (result.status === "rejected") context.log.error("reaping failed", {}, result.reason);
  }
};

const ALIVE_EVERY_MS = 30_000;

/**
 * Reaps at intervals. While the process was stopped, or the machine slept, no client could renew its lease: what the reaper
 * comes too late is given to all.
 * @returns a function that stops it
 */
export const startReaper = (context: EpisodeContext): (() => void) => {
  let cancel = (): void => undefined;
  let dueAtMs = 0;
  const tick = (): void => {
    const lateMs = context.clock.nowMs() - dueAtMs;
    if (lateMs >= LATE_FROM_MS) giveTime(context, lateMs);
    void reapEpisodes(context).finally(schedule);
  };
  let stopped = false;
  const schedule = (): void => {
    dueAtMs = context.clock.nowMs() + REAP_EVERY_MS;
    if (!stopped) cancel = context.clock.after(REAP_EVERY_MS, tick);
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
};

const giveTime = (context: EpisodeContext, lateMs: number): void => {
  context.leases.extend(lateMs);
  for (const entry of context.entries.values()) if (entry.startedAtMs > 0) entry.startedAtMs += lateMs;
  context.log.warn("the server stood still", { ms: lateMs, leases: context.leases.size() });
};

const REAP_EVERY_MS = 1_000;
/** A lateness that cannot matter to a lease, whose shortest is ten times this, ms. */
const LATE_FROM_MS = 1_000;
const WARN_AHEAD_MS = 60_000;

const expireLease = async (context: EpisodeContext, id: string): Promise<void> => {
  const entry = context.entries.get(id);
  if (entry === undefined) return context.leases.close(id);
  if (isCalledFor(context, entry)) return;
  if (entry.ending?.endReason === "SLOT_LOST") return removeEpisode(context, entry);
  await evictEpisode(context, entry, "LEASE_EXPIRED");
};

/** True if a call is running, which renews the lease at its end; one that waits in the queue protects it for its lifetime at most. */
const isCalledFor = (context: EpisodeContext, entry: EpisodeEntry): boolean => {
  if (entry.ticket === undefined) return entry.pending > 0;
  const isOld = (context.leases.get(entry.id)?.lifetimeEndsAtMs ?? 0) <= context.clock.nowMs();
  return !isOld && (!entry.deferred || entry.pending > 1);
};

const hasSpentWallClock = (entry: EpisodeEntry, nowMs: number): boolean => {
  const max = entry.started?.limits.maxWallMs ?? null;
  return max !== null && entry.state === "RUNNING" && entry.pending === 0 && nowMs - entry.startedAtMs > max;
};
