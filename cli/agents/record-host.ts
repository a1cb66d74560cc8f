import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import { tellRequests } from "#env/host/kube-streams/tell-requests.ts";
import type { AgentRequest, EpisodeRecording } from "../trajectories/record-episode.ts";

/** A host that keeps what its episodes did, whoever asked for it: also the calls over MCP. */
export interface RecordingHost {
  readonly host: EpisodeHost;
  /** Returns the steps of an episode and the requests to its cluster and telemetry, and forgets them. */
  take(episodeId: string): Pick<EpisodeRecording, "steps" | "apiRequests" | "requests">;
}

/** Records the steps and the requests of all episodes of a host. */
export const recordHost = (host: EpisodeHost): RecordingHost => {
  const episodes = new Map<string, Seen>();
  const of = (episodeId: string) => {
    const known = episodes.get(episodeId) ?? { steps: [], requests: [], count: 0 };
    episodes.set(episodeId, known);
    return known;
  };
  return {
    host: {
      ...host,
      step: async (command) => {
        const outcome = await host.step(command);
        of(command.episodeId).steps.push({ command, outcome });
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
      const { steps, requests, count } = of(episodeId);
      episodes.delete(episodeId);
      return { steps, requests, apiRequests: count };
    },
  };
};

interface Seen {
  readonly steps: EpisodeRecording["steps"][number][];
  readonly requests: AgentRequest[];
  /** Number of all requests, also of those that are not kept. */
  count: number;
}

/** Maximum number of requests of one episode that are kept: what follows is counted. */
const REQUESTS_MAX = 5_000;
