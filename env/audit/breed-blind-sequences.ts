import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import { BLIND_ACTIONS, playBlindly } from "#problems/blind/blind-actions.ts";
import type { Situation } from "#problems/policy.ts";
import type { OpenHost } from "../open/open-host.ts";
import { measurePlan, type PolicyScores } from "./measure-policy.ts";
import { type Play, playPlan } from "./play-plan.ts";
import { meanOf, searchSequences } from "./search-sequences.ts";

/** A bred sequence with what it earns. */
export interface BredSequence {
  /** Ids of blind actions, in order. */
  readonly actions: readonly string[];
  /** Mean return in the search. */
  readonly searched: number;
  /** Scores on tasks that the search has not seen. */
  readonly scores: PolicyScores;
}

/** Inputs of breeding. */
export interface BreedingParts {
  readonly seed: string;
  /** Episodes of the search, one for each evaluation. */
  readonly plays: readonly Play[];
  /** Episodes that the best sequences are measured on. */
  readonly fresh: readonly Play[];
  /** Called after each episode of the search. */
  readonly onPlayed?: () => void;
}

/** Breeds sequences of actions that are blind to the fault, and measures the best of them on fresh tasks. */
export const breedBlindSequences = async (
  open: OpenHost,
  { seed, plays, fresh, onPlayed }: BreedingParts,
): Promise<readonly BredSequence[]> => {
  const found = await searchSequences({
    actions: BLIND_ACTIONS.map(({ id }) => id),
    evaluations: plays.length,
    rng: createRng(seed).stream("search"),
    evaluate: async (actions, index) => (await playPlan(open, plays[index] as Play, planOf(actions))).return,
    ...(onPlayed && { onEvaluated: onPlayed }),
  });
  const best: BredSequence[] = [];
  for (const candidate of found.slice(0, FINALISTS)) {
    const scores = await measurePlan(open, fresh, planOf(candidate.actions));
    best.push({ actions: candidate.actions, searched: meanOf(candidate), scores });
  }
  return best;
};

/** Number of the best sequences that are measured on fresh tasks. */
const FINALISTS = 5;

const planOf =
  (actions: readonly string[]) =>
  (situation: Situation): readonly ToolCall[] => [...playBlindly(situation, ...actions)];
