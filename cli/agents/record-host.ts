import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import { tellRequests } from "#env/host/kube-streams/tell-requests.ts";
import type { AgentRequest, EpisodeRecording } from "../trajectories/record-episode.ts";
import type { MeasuredTurn } from "../trajectories/trajectory.ts";
import { createTurnClock, type TurnClock } from "../trajectories/turn-clock.ts";

/** A host that keeps what its episodes did, whoever asked for it: also the calls over MCP. */
export interface RecordingHost {
  readonly host: EpisodeHost;
  /** Returns the steps of an episode with their times, and the requests to its cluster and telemetry, and forgets them. */
  take(episodeId: string): Pick<EpisodeRecording, "steps" | "measured" | "apiRequests" | "requests">;
}

/** Records the steps and the requests of all episodes of a host. @param nowMs wall time; missing: that of this machine */
export const recordHost = (host: EpisodeHost, nowMs?: () => number): RecordingHost => {
  const episodes = new Map<string, Seen>();
  const of = (episodeId: string) => {
    const known = episodes.get(episodeId) ?? { steps: [], measured: [], requests: [], count: 0, clock: createTurnClock(nowMs) };
    episodes.set(episodeId, known);
    return known;
  };
  return {
    host: {
      ...host,
      reset: async (command) => {
        const outcome = await host.reset(command);
        of(command.episodeId).clock.start();
        return outcome;
      },
      step: async (command) => {
        const { steps, measured, clock } = of(command.episodeId);
        const answered = clock.call();
        const outcome = await host.step(command);
        steps.push({ command, outcome });
        measured.push(answered());
        return outcome;
      },
      ...(host.kube && {
        kube: async (command) => {
          const outcome = await host.kube!(command);
          const seen = of(command.episodeId);
          const told = tellRequests(command.frames, outcome.messages);
          seen.count += told.length;
          const { virtualMs } = outcome;
          for (const request of told.slice(0, REQUESTS_MAX - seen.requests.length))
            seen.requests.push({ ...request, stepIndex: seen.steps.length, virtualMs });
          return outcome;
        },
      }),
    },
    take: (episodeId) => {
      const { steps, measured, requests, count } = of(episodeId);
      episodes.delete(episodeId);
      return { steps, measured, requests, apiRequests: count };
    },
  };
};

interface Seen {
  readonly steps: EpisodeRecording["steps"][number][];
  readonly measured: MeasuredTurn[];
  readonly requests: AgentRequest[];
  readonly clock: TurnClock;
  /** Number of all requests, also of those that are not kept. */
  count: number;
}

/** Maximum number of requests of one episode that are kept: what follows is counted. */
const REQUESTS_MAX = 5_000;
