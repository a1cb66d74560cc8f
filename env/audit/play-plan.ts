import type { ToolCall } from "#core/tool-call.ts";
import type { Situation } from "#problems/policy.ts";
import { situationOf } from "../catalogue/situation-of.ts";
import { playEpisode } from "../host/play-episode.ts";
import type { OpenHost } from "../open/open-host.ts";

/** A task to play, with the seed of its episode. */
export interface Play {
  readonly uri: string;
  readonly seed: string;
  /** Reward profile; missing: the default one. */
  readonly profile?: string;
}

/** Score of a played episode. */
export interface PlayScore {
  readonly return: number;
  readonly success: boolean;
}

/** Plays a plan in an episode that nobody else uses. @throws Error if the episode has no valid score */
export const playPlan = async (
  open: OpenHost,
  { uri, seed, profile }: Play,
  plan: (situation: Situation) => readonly ToolCall[],
): Promise<PlayScore> => {
  const incident = await open.incidents.get(open.catalogue.taskOf(uri), seed);
  const calls = plan(await situationOf(open, incident));
  const command = { episodeId: "audit", taskUri: uri, seed, limits: {}, views: [{ name: "budget" }], ...(profile && { profile }) };
  const { return: value, ending } = await playEpisode(open.host, command, calls);
  if (value === undefined)
    throw new Error(`${uri} with seed ${seed} ended without a score: ${ending.endReason} ${ending.failureReason ?? ""}`);
  return { return: value, success: ending.success === true };
};
