import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import type { EpisodeRecording } from "../trajectories/record-episode.ts";

/** A host that keeps what its episodes did, whoever asked for it: also the calls over MCP. */
export interface RecordingHost {
  readonly host: EpisodeHost;
  /** Returns the steps of an episode and how many requests to its cluster and telemetry were answered, and forgets them. */
  take(episodeId: string): Pick<EpisodeRecording, "steps" | "apiRequests">;
}

/** Records the steps and counts the requests of all episodes of a host. */
export const recordHost = (host: EpisodeHost): RecordingHost => {
  const episodes = new Map<string, { readonly steps: EpisodeRecording["steps"][number][]; requests: number }>();
  const of = (episodeId: string) => {
    const known = episodes.get(episodeId) ?? { steps: [], requests: 0 };
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
          of(command.episodeId).requests += command.frames.filter(({ kind }) => kind === "request" || kind === "telemetry").length;
          return await host.kube!(command);
        },
      }),
    },
    take: (episodeId) => {
      const { steps, requests } = of(episodeId);
      episodes.delete(episodeId);
      return { steps, apiRequests: requests };
    },
  };
};
