import { createRng, type Rng } from "#core/rng.ts";
import type { Agent, Sight } from "#problems/agent.ts";
import type { Answer } from "#problems/answer.ts";
import type { EpisodeHost, ResetCommand } from "./episode-protocol.ts";
import { actionOf } from "./play-episode.ts";

/** Knowledge of the answer to an episode that has begun. */
export type TellAnswer = (command: ResetCommand) => Promise<Answer>;

/** Inputs of a play beside the agent. */
export interface AgentPlay {
  readonly tell: TellAnswer;
  /** The agent's chance; missing: that which its name and the seed give. */
  readonly rng?: Rng;
}

/**
 * Plays an episode with a scripted agent, one move a step; where it stops before the end, it is stopped and graded.
 *
 * Equal tasks and seeds give equal moves, whoever the host is.
 * @returns the reason of each move, in order
 */
export const playAgent = async (
  host: EpisodeHost,
  command: ResetCommand,
  agent: Agent,
  { tell, rng = createRng(command.seed).stream(`policy/${agent.id}`) }: AgentPlay,
): Promise<readonly string[]> => {
  const { observation } = await host.reset(command);
  const { episodeId } = command;
  const reasons: string[] = [];
  try {
    const answer = agent.isTold === true ? { answer: await tell(command) } : {};
    const text = observation.views.find(({ name }) => name === "text")?.body ?? "";
    const moves = agent.play({ text, ...answer }, rng);
    let next = moves.next();
    while (next.done !== true) {
      const { call, says } = next.value;
      const stepIndex = reasons.push(says) - 1;
      const { results, ending } = await host.step({ episodeId, stepIndex, actions: [actionOf(call)] });
      if (ending !== undefined) break;
      next = moves.next(sightOf(results[0]));
    }
    await host.reward({ episodeId, finalize: true, explain: false });
  } finally {
    await host.close({ episodeId });
  }
  return reasons;
};

const sightOf = (result: { readonly status: string; readonly content: string } | undefined): Sight => ({
  status: result?.status ?? "SKIPPED",
  content: result?.content ?? "",
});
