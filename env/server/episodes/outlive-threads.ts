import { DrillError } from "#core/drill-error.ts";
import { ASKED_BY_POLICIES } from "../../host/asked-by-policies.ts";
import type { EpisodeHost } from "../../host/episode-protocol.ts";
import type { LostWorlds } from "../../open/server-parts.ts";
import type { EpisodeEntry } from "./episode-entry.ts";
import { isCopy } from "./fork-episode.ts";
import { createHurriedQueue, type HurriedTask } from "./hurried-queue.ts";
import { inAnyThread, isLostWorld } from "./in-any-thread.ts";
import { refinalize, replayEpisode } from "./replay-episode.ts";
import type { WallClock } from "./wall-clock.ts";

/** A host whose episodes outlive the thread that held them. */
export interface OutlivingHost {
  readonly host: EpisodeHost;
  /** Takes note of worlds that are gone, before their calls fail. */
  lost(worlds: LostWorlds): void;
}

interface OutliveOptions {
  /** Host of the worlds, whose threads may end. */
  readonly worlds: EpisodeHost;
  readonly entries: ReadonlyMap<string, EpisodeEntry>;
  readonly clock: WallClock;
  /** Number of episodes that are replayed at a time. */
  readonly concurrency: number;
  /** Completes the record of an episode, which is then replayed. */
  readonly settle: (entry: EpisodeEntry) => void;
  /** Ends an episode that does not come back. */
  readonly giveUp: (entry: EpisodeEntry, reason: string) => void;
}

/**
 * Lets episodes go on in another thread, each replayed as after a restart, and makes their calls again there.
 *
 * An episode whose own step, or request to its Kubernetes API, ended the thread comes back too, but not to do that again: it is
 * over, and graded as it was before. One that ended its thread by anything else, such as its grading, does not come back.
 */
export const outliveThreads = (options: OutliveOptions): OutlivingHost => {
  const { worlds, entries, clock, giveUp } = options;
  const returning = new Map<string, HurriedTask>();
  const overran = new Set<string>();
  const lostStarts = new Set<string>();
  const queue = createHurriedQueue(options.concurrency);

  const bringBack = (entry: EpisodeEntry): void => {
    const task = queue.add(() => replayLost(options, entry));
    returning.set(entry.id, task);
    task.done.then(
      () => void returning.delete(entry.id),
      (cause: unknown) => {
        returning.delete(entry.id);
        giveUp(entry, `its world was lost, and could not be made again: ${cause}`);
      },
    );
  };
  const isBack = async (id: string): Promise<void> => {
    returning.get(id)?.hurry();
    await returning.get(id)?.done;
  };
  const call = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      await isBack(id);
      try {
        return await run();
      } catch (cause) {
        if (attempt === ATTEMPTS_MAX || !isLostWorld(cause) || !returning.has(id)) throw cause;
      }
    }
  };
  const { kube, answer } = worlds;
  return {
    lost: ({ episodeIds, culprit }) => {
      for (const id of episodeIds) {
        const entry = entries.get(id);
        const method = culprit?.episodeId === id ? culprit.method : undefined;
        if (entry?.started === undefined) {
          if (method === undefined && entry !== undefined) lostStarts.add(id);
          continue;
        }
        if (returning.has(id) || entry.score !== undefined) continue;
        if (method !== undefined && !ASKED_BY_POLICIES.has(method)) {
          giveUp(entry, `its ${method} ended the thread that held its world`);
          continue;
        }
        if (method !== undefined) overran.add(id);
        bringBack(entry);
      }
    },
    host: {
      ...worlds,
      reset: (command) => inAnyThread(clock, () => worlds.reset(command), () => lostStarts.delete(command.episodeId)),
      step: (command) =>
        call(command.episodeId, () => worlds.step(overran.has(command.episodeId) ? { ...command, overran: true } : command)),
      observe: (command) => call(command.episodeId, () => worlds.observe(command)),
      reward: (command) => call(command.episodeId, () => worlds.reward(command)),
      fork: (command) => call(command.episodeId, () => worlds.fork(command)),
      ...(answer && { answer: (command) => call(command.episodeId, () => answer(command)) }),
      ...(kube && {
        kube: (command) =>
          call(command.episodeId, async () => {
            if (overran.has(command.episodeId)) throw new DrillError("EPISODE_ENDED", `a request of episode ${command.episodeId} overran`);
            return await kube(command);
          }),
      }),
      close: async (command) => {
        await isBack(command.episodeId).catch(() => undefined);
        overran.delete(command.episodeId);
        try {
          return await worlds.close(command);
        } catch (cause) {
          if (isLostWorld(cause) && returning.has(command.episodeId)) return {}; // nobody wants it back
          throw cause;
        }
      },
    },
  };
};

/** Number of threads that one call may lose. */
const ATTEMPTS_MAX = 3;

/** Makes the world of an episode again. @throws if that is another world */
const replayLost = async ({ worlds, clock, settle }: OutliveOptions, entry: EpisodeEntry): Promise<void> => {
  settle(entry);
  const { id: episodeId, command, reseeds, steps, kube, ending } = entry;
  const startDigest = isCopy(entry) ? undefined : entry.started?.stateDigest;
  const plan = { episodeId, command, reseeds, steps, kube, everyView: false };
  const { divergedAt } = await inAnyThread(clock, () => replayEpisode(worlds, plan, startDigest));
  if (divergedAt !== undefined) throw new Error(`the replay differs after ${divergedAt} steps`);
  if (ending !== undefined && entry.lastReply?.ending === undefined) await refinalize(worlds, episodeId, ending.endReason);
};
