import { DrillError } from "#core/drill-error.ts";
import { evictEpisode } from "./close-episode.ts";
import { type EpisodeContext, emit, removeEpisode } from "./episode-context.ts";
import { settleKube } from "./record-kube.ts";

/** Rejects new episodes; waits until the running ones are over, at most until the deadline, and then ends them. */
export const drainEpisodes = async (context: EpisodeContext, deadlineMs: number): Promise<void> => {
  if (context.drainDeadlineMs !== undefined) return;
  refuseStarts(context, deadlineMs);
  await waitUntil(context, deadlineMs, () => [...context.entries.values()].every(({ state }) => state === "ENDED"));
  await Promise.allSettled(
    [...context.entries.values()].map((entry) =>
      entry.permit === undefined ? removeEpisode(context, entry) : evictEpisode(context, entry, "SERVER_DRAINED"),
    ),
  );
};

/**
 * Takes no more calls, waits until those in flight are answered and in the journal, at most until the deadline, and leaves
 * the episodes to the next server with this journal.
 * @returns the number of episodes that it leaves
 */
export const suspendEpisodes = async (context: EpisodeContext, deadlineMs: number): Promise<number> => {
  context.isSuspended = true;
  const waiting = [...context.entries.values()].filter(({ ticket, keptWaiting }) => ticket !== undefined && keptWaiting !== undefined);
  refuseStarts(context, deadlineMs);
  const begun = [...context.entries.values()];
  await waitUntil(context, deadlineMs, () => begun.every(({ pending }) => pending === 0));
  const left = [...context.entries.values()].filter(({ started }) => started !== undefined);
  for (const entry of left) settleKube(context, entry);
  await context.journal.alive().catch((cause) => context.log.error("journal", {}, cause));
  return left.length + waiting.length;
};

const refuseStarts = (context: EpisodeContext, deadlineMs: number): void => {
  context.drainDeadlineMs = deadlineMs;
  context.admission.drain(
    new DrillError("DRAINING", "the server takes no new episodes", { retryAfterMs: Math.max(1_000, deadlineMs - context.clock.nowMs()) }),
  );
  emit(context, { kind: "DRAIN", deadlineMs });
};

const waitUntil = async (context: EpisodeContext, deadlineMs: number, isDone: () => boolean): Promise<void> => {
  while (!isDone() && context.clock.nowMs() < deadlineMs) {
    await new Promise<void>((resolve) => void context.clock.after(POLL_MS, resolve));
  }
};

const POLL_MS = 100;
