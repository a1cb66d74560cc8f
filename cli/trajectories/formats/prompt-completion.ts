import type { RecordedStep, Trajectory } from "../trajectory.ts";
import { MESSAGES, messagesOfStep, promptOf, toolsOf } from "./chat.ts";
import type { Features } from "./features.ts";
import type { DatasetFormat } from "./format.ts";
import { propensityOf } from "./propensity-of.ts";
import { factsOfRow, isValid, ROW_FACTS, SPOILING_FACTS } from "./row-facts.ts";

/** Types of the columns that say what a turn earned, in which state, and how likely it was. */
const TURN_FACTS: Features = {
  step_index: "int64",
  reward: "float64",
  return_to_go: "float64",
  propensity: "float64",
  state_digest: "string",
  next_state_digest: "string",
  state_value: "float64",
  advantage: "float64",
};

/** Every turn of the valid episodes: what was said before, what the agent then said and called, and what it earned from there on. */
export const promptCompletion: DatasetFormat = {
  name: "prompt-completion",
  title: "single turns with what went before and the return from there on",
  spoils: SPOILING_FACTS,
  features: { prompt: MESSAGES, completion: MESSAGES, tools: "string", ...TURN_FACTS, ...ROW_FACTS },
  rows: (group) =>
    group.filter(isValid).flatMap((trajectory) => {
      const turns = trajectory.steps.map((step) => messagesOfStep(trajectory, step));
      const tools = toolsOf(trajectory);
      return turns.map(([assistant], i) => ({
        prompt: [promptOf(trajectory), ...turns.slice(0, i).flat()],
        completion: [assistant],
        tools,
        ...factsOfTurn(trajectory, i),
        ...factsOfRow(trajectory),
      }));
    }),
};

/** Facts of a turn; null: not known. */
const factsOfTurn = ({ initial, steps, returns_to_go, state_values, advantages }: Trajectory, i: number) => {
  const step = steps[i] as RecordedStep;
  return {
    step_index: i,
    reward: step.reward ?? null,
    return_to_go: returns_to_go?.[i] ?? null,
    propensity: propensityOf(step),
    state_digest: (steps[i - 1] ?? initial).state_digest,
    next_state_digest: step.state_digest,
    state_value: state_values?.[i] ?? null,
    advantage: advantages?.[i] ?? null,
  };
};
