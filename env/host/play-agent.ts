import { createRng, type Rng } from "#core/rng.ts";
import type { Agent, Move, Sight } from "#problems/agent.ts";
import type { Answer } from "#problems/answer.ts";
import type { EpisodeHost, Observation, ResetCommand } from "./episode-protocol.ts";
import { chosenAction } from "./play-episode.ts";

/** Knowledge of the answer to an episode that has begun. */
export type TellAnswer = (command: Pick<ResetCommand, "episodeId">) => Promise<Answer>;

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
 * @returns the moves, in order
 */
export const playAgent = async (
  host: EpisodeHost,
  command: ResetCommand,
  agent: Agent,
  { tell, rng = createRng(command.seed).stream(`policy/${agent.id}`) }: AgentPlay,
): Promise<readonly Move[]> => {
  const { observation } = await host.reset(command);
  const { episodeId } = command;
  try {
    const moves = await playOn(host, { episodeId, stepIndex: 0, text: textOf(observation) }, agent, { tell, rng });
    await host.reward({ episodeId, finalize: true, explain: false });
    return moves;
  } finally {
    await host.close({ episodeId });
  }
};

/** A running episode, and what its agent was told first. */
export interface RunningEpisode {
  readonly episodeId: string;
  /** Number of steps so far. */
  readonly stepIndex: number;
  readonly text: string;
}

/** Plays a running episode until it ends or the agent stops. @returns the moves, in order */
export const playOn = async (
  host: EpisodeHost,
  { episodeId, stepIndex: first, text }: RunningEpisode,
  agent: Agent,
  { tell, rng }: Required<AgentPlay>,
): Promise<readonly Move[]> => {
  const made: Move[] = [];
  const answer = agent.isTold === true ? { answer: await tell({ episodeId }) } : {};
  const moves = agent.play({ text, ...answer }, rng);
  let next = moves.next();
  while (next.done !== true) {
    const { call, propensity } = next.value;
    const stepIndex = first + made.push(next.value) - 1;
    const { results, ending } = await host.step({ episodeId, stepIndex, actions: [chosenAction(call, propensity)] });
    if (ending !== undefined) break;
    next = moves.next(sightOf(results[0]));
  }
  return made;
};

/** Text that an agent is told first. */
export const textOf = ({ views }: Observation): string => views.find(({ name }) => name === "text")?.body ?? "";

const sightOf = (result: { readonly status: string; readonly content: string } | undefined): Sight => ({
  status: result?.status ?? "SKIPPED",
  content: result?.content ?? "",
});
