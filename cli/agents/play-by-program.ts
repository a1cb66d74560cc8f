import type { AgentAccess } from "#clients/typescript/index.ts";
import type { EpisodeHost, ResetOutcome } from "#env/host/episode-protocol.ts";
import type { EpisodeOrder } from "../engine/engine.ts";
import { commandOf } from "../engine/open-engine.ts";
import { given } from "../trajectories/given.ts";
import { type EpisodeRecording, recordEpisode } from "../trajectories/record-episode.ts";
import type { Place } from "./open-place.ts";

/** Episode that a program is to play. */
export interface ProgramEpisode {
  readonly episodeId: string;
  /** Host that records the calls of whoever plays for the program. */
  readonly host: EpisodeHost;
  readonly start: ResetOutcome;
  readonly access: AgentAccess;
}

/** Facts of a program's work that no call of the episode tells. */
export type ProgramWork = Pick<EpisodeRecording, "workedMs" | "remark">;

/** Plays an episode by a program: whatever the work leaves running is graded when it returns. */
export const playByProgram = async (
  { host, accessOf, seen }: Place,
  order: EpisodeOrder,
  work: (episode: ProgramEpisode) => Promise<ProgramWork>,
): Promise<EpisodeRecording> => {
  const recorder = recordEpisode(host);
  const { episodeId } = order;
  const beganMs = performance.now();
  const start = await recorder.host.reset(commandOf(order));
  const serverId = host.serverIdOf(episodeId);
  try {
    const worked = await work({ episodeId, host: recorder.host, start, access: await accessOf(serverId) });
    await recorder.host.reward({ episodeId, finalize: true, explain: true });
    const { reset, ...recording } = recorder.recording()!;
    return {
      ...recording,
      // A server keeps the names of tasks to itself where the caller may not know them.
      reset: { ...reset, outcome: { ...reset.outcome, task: { ...reset.outcome.task, uri: order.taskUri } } },
      ...seen?.take(serverId),
      ...given("workedMs", worked.workedMs),
      ...given("remark", worked.remark),
      wallMs: performance.now() - beganMs,
    };
  } finally {
    await host.close({ episodeId });
  }
};
