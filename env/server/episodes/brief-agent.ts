import type { ToolSpec } from "../../host/episode-protocol.ts";
import { type EpisodeContext, findEpisode, overError } from "./episode-context.ts";
import { inTurn } from "./episode-entry.ts";
import { assertStarted } from "./reset-episode.ts";

/** Tools and words that an agent gets at the start of its episode. */
export interface Briefing {
  readonly tools: readonly ToolSpec[];
  /** System prompt, and then the task as the first observation has it. */
  readonly instructions: string;
}

/** Briefs the agent of a running episode. @throws DrillError EPISODE_ENDED, EPISODE_UNKNOWN, … */
export const briefAgent = async (context: EpisodeContext, episodeId: string): Promise<Briefing> => {
  const entry = findEpisode(context, episodeId);
  return await inTurn(entry, async () => {
    const { task, tools, observation } = assertStarted(entry);
    if (entry.ending !== undefined) throw overError(entry.id, entry.ending);
    const first = observation.views.find(({ name }) => name === "text")?.body ?? task.instruction;
    return { tools, instructions: `${context.facts.systemPrompt}\n\n${first}` };
  });
};
