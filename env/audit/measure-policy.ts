import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { Policy, Situation } from "#problems/policy.ts";
import type { OpenHost } from "../open/open-host.ts";
import { type Play, playPlan } from "./play-plan.ts";

/** Scores of a policy over many episodes. */
export interface PolicyScores {
  readonly episodes: number;
  /** Share of episodes that succeed, 0..1. */
  readonly success: number;
  /** Mean return, −1..1. */
  readonly return: number;
}

/** Plays a scripted policy in each of these episodes. */
export const measurePolicy = async (open: OpenHost, policy: Policy, plays: readonly Play[]): Promise<PolicyScores> =>
  await measurePlan(open, plays, (situation, { seed }) => policy.play(situation, createRng(seed).stream(`policy/${policy.id}`)));

/** Plays a plan in each of these episodes. */
export const measurePlan = async (
  open: OpenHost,
  plays: readonly Play[],
  plan: (situation: Situation, play: Play) => readonly ToolCall[],
): Promise<PolicyScores> => {
  let [success, total] = [0, 0];
  for (const play of plays) {
    const score = await playPlan(open, play, (situation) => plan(situation, play));
    if (score.success) success += 1;
    total += score.return;
  }
  return { episodes: plays.length, success: success / plays.length, return: total / plays.length };
};
