import { createRng } from "#core/rng.ts";
import type { Agent } from "#problems/agent.ts";
import type { EpisodeHost, StepOutcome } from "./episode-protocol.ts";
import { playOn, type TellAnswer, textOf } from "./play-agent.ts";

/** Valuation of the states of an episode, by the rewards that a reference agent still earns from them. */
export interface Valuation {
  readonly reference: Agent;
  /** Number of its episodes from each state. */
  readonly rollouts: number;
  readonly tell: TellAnswer;
}

/** A host that values each state of the episodes played on it. */
export interface MeasuringHost {
  readonly host: EpisodeHost;
  /** Values of the states before each step and after the last; undefined where none of the reference's episodes has a valid score. */
  values(): readonly (number | undefined)[];
}

/**
 * Wraps a host so that each state of its episode is forked and played to the end by the reference agent, before the next step is made.
 *
 * The rollouts of all states draw the same chance, so that differences between states are those of the states. The state of
 * an ended episode is worth 0. The episode itself goes on as if nothing had been measured.
 */
export const measureStates = (host: EpisodeHost, { reference, rollouts, tell }: Valuation): MeasuringHost => {
  const values: (number | undefined)[] = [];
  let start = { text: "", seed: "" };

  const playFork = async (state: State, n: number): Promise<number | undefined> => {
    const rng = createRng(start.seed).stream(`rollout/${n}`);
    const episodeId = `${state.episodeId}-s${state.stepIndex}-${n}`;
    await host.fork({ episodeId: state.episodeId, childEpisodeIds: [episodeId], reseed: `${rng.stream("world").uint32()}` });
    try {
      const { stepIndex } = state;
      await playOn(host, { episodeId, stepIndex, text: start.text }, reference, { tell, rng: rng.stream("agent") });
      const { report } = await host.reward({ episodeId, finalize: true, explain: false });
      return report.reward === undefined ? undefined : report.reward - state.returnSoFar;
    } finally {
      await host.close({ episodeId });
    }
  };

  const measure = async (state: State): Promise<void> => {
    const earned: number[] = [];
    for (let n = 0; n < rollouts; n++) {
      const value = await playFork(state, n);
      if (value !== undefined) earned.push(value);
    }
    values.push(earned.length === 0 ? undefined : earned.reduce((sum, value) => sum + value, 0) / earned.length);
  };

  return {
    values: () => values,
    host: {
      ...host,
      reset: async (command) => {
        const outcome = await host.reset(command);
        start = { text: textOf(outcome.observation), seed: command.seed };
        await measure({ episodeId: command.episodeId, stepIndex: 0, returnSoFar: 0 });
        return outcome;
      },
      step: async (command) => {
        const outcome = await host.step(command);
        if (outcome.ending !== undefined) values.push(0);
        else await measure({ episodeId: command.episodeId, stepIndex: outcome.stepIndex + 1, returnSoFar: returnOf(outcome) });
        return outcome;
      },
    },
  };
};

/** A state of a running episode. */
interface State {
  readonly episodeId: string;
  /** Number of steps so far. */
  readonly stepIndex: number;
  readonly returnSoFar: number;
}

const returnOf = ({ reward }: StepOutcome): number => reward.returnSoFar ?? 0;
