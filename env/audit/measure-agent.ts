import type { Agent } from "#problems/agent.ts";
import type { EpisodeHost } from "../host/episode-protocol.ts";
import { playAgent } from "../host/play-agent.ts";
import type { OpenHost } from "../open/open-host.ts";
import type { PolicyScores } from "./measure-policy.ts";
import type { Play, PlayScore } from "./play-plan.ts";

/** Plays an agent that is told nothing in each of these episodes. */
export const measureAgent = async ({ host }: Pick<OpenHost, "host">, agent: Agent, plays: readonly Play[]): Promise<PolicyScores> => {
  let [success, total] = [0, 0];
  for (const play of plays) {
    const score = await scoreOf(host, agent, play);
    if (score.success) success += 1;
    total += score.return;
  }
  return { episodes: plays.length, success: success / plays.length, return: total / plays.length };
};

/** Plays one episode. @throws Error if it has no valid score */
const scoreOf = async (host: EpisodeHost, agent: Agent, { uri, seed, profile }: Play): Promise<PlayScore> => {
  let graded: Awaited<ReturnType<EpisodeHost["reward"]>> | undefined;
  const recording: EpisodeHost = {
    ...host,
    reward: async (request) => {
      graded = await host.reward(request);
      return graded;
    },
  };
  const command = { episodeId: "audit", taskUri: uri, seed, limits: {}, views: [{ name: "text" }], ...(profile && { profile }) };
  await playAgent(recording, command, agent, { tell: tellNothing });
  const value = graded?.report.reward;
  if (value === undefined) throw new Error(`${uri} with seed ${seed} ended without a score: ${graded?.ending?.endReason ?? "no end"}`);
  return { return: value, success: graded?.ending?.success === true };
};

const tellNothing = async (): Promise<never> => {
  throw new Error("an agent that is told the answer cannot be audited");
};
