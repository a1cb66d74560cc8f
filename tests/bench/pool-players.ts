import { createRng } from "#core/rng.ts";
import { loadAgents } from "#env/catalogue/load-agents.ts";
import { loadPolicies } from "#env/catalogue/load-policies.ts";
import { situationOf } from "#env/catalogue/situation-of.ts";
import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import { playOn } from "#env/host/play-agent.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { expertCalls, type Incident } from "#env/loop/incident.ts";
import type { PlannedCall } from "#problems/policy.ts";
import type { RealPool } from "../parity-episodes/open-real-pool.ts";

/** Plays an episode that has begun, until it ends or the policy stops. */
export type PoolPlayer = (host: EpisodeHost, episode: BegunEpisode) => Promise<void>;

/** An episode that has begun, with what the policies may know of it. */
export interface BegunEpisode {
  readonly episodeId: string;
  readonly seed: string;
  /** The first observation. */
  readonly text: string;
  readonly incident: Incident;
}

/** Loads the policies that a pool is measured with, by their names: one that repairs, one that does so at times, and the degenerate ones. */
export const loadPoolPlayers = async ({ apps }: RealPool): Promise<Readonly<Record<string, PoolPlayer>>> => {
  const [policies, agents] = await Promise.all([loadPolicies(), loadAgents()]);
  const scripted = policies.map((policy): [string, PoolPlayer] => [
    policy.id,
    async (host, { episodeId, seed, incident }) => {
      const rng = createRng(seed).stream(`policy/${policy.id}`);
      await playCalls(host, episodeId, policy.play(await situationOf({ apps }, incident), rng));
    },
  ]);
  const looking = agents
    .filter(({ isTold }) => isTold !== true)
    .map((agent): [string, PoolPlayer] => [
      agent.id,
      async (host, { episodeId, seed, text }) => {
        const rng = createRng(seed).stream(`policy/${agent.id}`);
        await playOn(host, { episodeId, stepIndex: 0, text }, agent, { rng, tell: () => Promise.reject(new Error("it is told nothing")) });
      },
    ]);
  const expert: PoolPlayer = (host, { episodeId, incident }) => playCalls(host, episodeId, expertCalls(incident));
  return { ...Object.fromEntries([...scripted, ...looking]), expert };
};

const playCalls = async (host: EpisodeHost, episodeId: string, calls: readonly PlannedCall[]): Promise<void> => {
  for (const [stepIndex, call] of calls.entries()) {
    const { ending } = await host.step({ episodeId, stepIndex, actions: [actionOf(call)] });
    if (ending !== undefined) return;
  }
};
