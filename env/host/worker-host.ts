import { DrillError } from "#core/drill-error.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { WorkerPool } from "#pool/backends/sim/worker-pool.ts";
import { drawNumber, INCIDENTS_PER_TARGET } from "../loop/draw-incident.ts";
import type { EpisodeHost, ExpectedPlay, ResetCommand, ResetOutcome } from "./episode-protocol.ts";

/** Names what an episode shares with others if they are in one thread, the dearest first. */
export type KindsOf = (play: ExpectedPlay) => readonly string[];

/** Creates a host whose episodes run in worker threads: calls cross per step, never per call of the port. */
export const createWorkerHost = (pool: WorkerPool, kindsOf: KindsOf = (play) => [incidentKind(play)]): EpisodeHost => {
  const intern = createIntern();
  const ask = <T>(method: keyof EpisodeHost, command: { readonly episodeId: string }): Promise<T> =>
    pool.has(command.episodeId)
      ? pool.call<T>(command.episodeId, method, command)
      : Promise.reject(new DrillError("SLOT_LOST", `episode ${command.episodeId} lives in no thread`));
  return {
    reset: async (command) => {
      pool.place(command.episodeId, { kinds: kindsOf(command) });
      try {
        return intern(command, await ask("reset", command));
      } catch (cause) {
        pool.release(command.episodeId);
        throw cause;
      }
    },
    step: (command) => ask("step", command),
    observe: (command) => ask("observe", command),
    reward: (command) => ask("reward", command),
    fork: async (command) => {
      for (const child of command.childEpisodeIds) pool.place(child, { beside: command.episodeId });
      try {
        return await ask("fork", command);
      } catch (cause) {
        for (const child of command.childEpisodeIds) pool.release(child);
        throw cause;
      }
    },
    kube: (command) => ask("kube", command),
    answer: (command) => ask("answer", command),
    expect: async (plays) => {
      const byKind = Map.groupBy(plays, incidentKind);
      const expected = (ofKind: readonly ExpectedPlay[]) => ofKind.map(({ taskUri, seed }): ExpectedPlay => ({ taskUri, seed }));
      await Promise.all([...byKind.values()].map((same) => pool.callFor(kindsOf(same[0] as ExpectedPlay), "expect", expected(same))));
    },
    close: async (command) => {
      if (!pool.has(command.episodeId)) return {};
      try {
        return await ask("close", command);
      } finally {
        pool.release(command.episodeId);
      }
    },
  };
};

/** Episodes of one incident belong together, since a thread keeps it; those of a task's others may be elsewhere. */
export const incidentKind = ({ taskUri, seed }: ExpectedPlay): string => `${taskUri} ${drawNumber(seed, INCIDENTS_PER_TARGET)}`;

/**
 * Creates a table of shared tool specs: they depend on the profile and the size of observations alone and are large, so thousands of
 * episodes share one parsed copy.
 */
const createIntern = () => {
  const share = keepUpTo<string, ResetOutcome["tools"]>(TOOLS_KEPT);
  return ({ toolProfile = "" }: ResetCommand, outcome: ResetOutcome): ResetOutcome => ({
    ...outcome,
    tools: share(`${toolProfile} ${outcome.limits.maxObservationBytes}`, () => outcome.tools),
  });
};

/** Maximum number of shared copies: callers may ask for any size. */
const TOOLS_KEPT = 64;
