import { DrillError } from "#core/drill-error.ts";
import { ASKED_BY_POLICIES } from "../../host/asked-by-policies.ts";
import type { EpisodeHost } from "../../host/episode-protocol.ts";
import type { ServerParts } from "../../open/server-parts.ts";
import { type EpisodeContext, failedEnding } from "./episode-context.ts";
import type { EpisodeEntry } from "./episode-entry.ts";
import { loseEntry } from "./fail-episode.ts";
import { isCopy } from "./fork-episode.ts";
import { createHurriedQueue, type HurriedTask } from "./hurried-queue.ts";
import { inAnyThread, isLostWorld } from "./in-any-thread.ts";
import { settleKube } from "./record-kube.ts";
import { refinalize, replayEpisode } from "./replay-episode.ts";

/**
 * Returns a host whose episodes outlive the threads that held them: they go on in another one, each replayed as after a restart, and
 * their calls are made again there.
 *
 * An episode whose own step, or request to its Kubernetes API, ended the thread comes back too, but not to do that again: it is
 * over, and graded as it was before. One that ended its thread by anything else, such as its grading, does not come back.
 * @param context of the server, which exists before the first call
 */
export const outliveThreads = (parts: Pick<ServerParts, "host" | "threads" | "onLost">, context: () => EpisodeContext): EpisodeHost => {
  const { host: worlds, threads } = parts;
  const overran = new Set<string>();
  const lostStarts = new Set<string>();
  const returns = createReturns(threads, context);
  const { kube, answer } = worlds;
  parts.onLost(({ episodeIds, culprit }) => {
    for (const id of episodeIds) {
      const entry = context().entries.get(id);
      const method = culprit?.episodeId === id ? culprit.method : undefined;
      if (entry?.started === undefined) {
        if (method === undefined && entry !== undefined) lostStarts.add(id);
        continue;
      }
      if (returns.isUnderWay(id) || entry.score !== undefined) continue;
      if (method !== undefined && !ASKED_BY_POLICIES.has(method)) {
        giveUp(context(), entry, `its ${method} ended the thread that held its world`);
        continue;
      }
      if (method !== undefined) overran.add(id);
      returns.begin(entry);
    }
  });
  return {
    ...worlds,
    reset: (command) =>
      inAnyThread(
        context().clock,
        () => worlds.reset(command),
        () => lostStarts.delete(command.episodeId),
      ),
    step: (command) =>
      returns.call(command.episodeId, () => worlds.step(overran.has(command.episodeId) ? { ...command, overran: true } : command)),
    observe: (command) => returns.call(command.episodeId, () => worlds.observe(command)),
    reward: (command) => returns.call(command.episodeId, () => worlds.reward(command)),
    fork: (command) => returns.call(command.episodeId, () => worlds.fork(command)),
    ...(answer && { answer: (command) => returns.call(command.episodeId, () => answer(command)) }),
    ...(kube && {
      kube: (command) =>
        returns.call(command.episodeId, async () => {
          if (overran.has(command.episodeId)) throw new DrillError("EPISODE_ENDED", `a request of episode ${command.episodeId} overran`);
          return await kube(command);
        }),
    }),
    close: async (command) => {
      await returns.end(command.episodeId).catch(() => undefined);
      overran.delete(command.episodeId);
      try {
        return await worlds.close(command);
      } catch (cause) {
        if (isLostWorld(cause) && returns.isUnderWay(command.episodeId)) return {}; // nobody wants it back
        throw cause;
      }
    },
  };
};

/** Episodes that come back from a lost thread. */
interface Returns {
  begin(entry: EpisodeEntry): void;
  isUnderWay(id: string): boolean;
  /** Waits until an episode is back; at once if it was never away. */
  end(id: string): Promise<void>;
  /** Makes a call when its episode is back, and again if that is lost meanwhile. */
  call<T>(id: string, run: () => Promise<T>): Promise<T>;
}

const createReturns = (concurrency: number, context: () => EpisodeContext): Returns => {
  const returning = new Map<string, HurriedTask>();
  const queue = createHurriedQueue(concurrency);
  const end = async (id: string): Promise<void> => {
    returning.get(id)?.hurry();
    await returning.get(id)?.done;
  };
  return {
    begin: (entry) => {
      const task = queue.add(() => replayLost(context(), entry));
      returning.set(entry.id, task);
      task.done.then(
        () => void returning.delete(entry.id),
        (cause: unknown) => {
          returning.delete(entry.id);
          giveUp(context(), entry, `its world was lost, and could not be made again: ${cause}`);
        },
      );
    },
    isUnderWay: (id) => returning.has(id),
    end,
    call: async (id, run) => {
      for (let attempt = 1; ; attempt++) {
        await end(id);
        try {
          return await run();
        } catch (cause) {
          if (attempt === ATTEMPTS_MAX || !isLostWorld(cause) || !returning.has(id)) throw cause;
        }
      }
    },
  };
};

const giveUp = (context: EpisodeContext, entry: EpisodeEntry, reason: string): void =>
  loseEntry(context, entry, failedEnding("SLOT_LOST", reason));

/** Number of threads that one call may lose. */
const ATTEMPTS_MAX = 3;

/** Makes the world of an episode again. @throws if that is another world */
const replayLost = async (context: EpisodeContext, entry: EpisodeEntry): Promise<void> => {
  const { worlds, clock } = context;
  settleKube(context, entry);
  const { id: episodeId, command, reseeds, steps, kube, ending } = entry;
  const startDigest = isCopy(entry) ? undefined : entry.started?.stateDigest;
  const plan = { episodeId, command, reseeds, steps, kube, everyView: false };
  const { divergedAt } = await inAnyThread(clock, () => replayEpisode(worlds, plan, startDigest));
  if (divergedAt !== undefined) throw new Error(`the replay differs after ${divergedAt} steps`);
  if (ending !== undefined && entry.lastReply?.ending === undefined) await refinalize(worlds, episodeId, ending.endReason);
};
