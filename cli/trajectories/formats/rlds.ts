import { parseJson } from "#core/parse-json.ts";
import type { RecordedAction, RecordedStep, Trajectory } from "../trajectory.ts";
import { argumentsOf, textOf, toolOf } from "./chat.ts";
import type { DatasetFormat } from "./format.ts";
import { propensityOf } from "./propensity-of.ts";
import { factsOfRow, isValid, ROW_FACTS, SPOILING_FACTS } from "./row-facts.ts";

/**
 * Episodes with their steps, as RLDS has them: each step is an observation, the action upon it and its reward; the last
 * step is the last observation alone, and terminal unless the episode was truncated.
 */
export const rlds: DatasetFormat = {
  name: "rlds",
  title: "episodes of steps (observation, action, reward, discount), as RLDS has them",
  spoils: SPOILING_FACTS,
  features: {
    episode_id: "string",
    agent_id: "string",
    invalid: "bool",
    steps: [
      {
        observation: "string",
        action: "string",
        reward: "float64",
        discount: "float64",
        is_first: "bool",
        is_last: "bool",
        is_terminal: "bool",
        state_digest: "string",
        propensity: "float64",
      },
    ],
    ...ROW_FACTS,
  },
  rows: (group) =>
    group.map((trajectory) => ({
      episode_id: trajectory.trajectory_id,
      agent_id: trajectory.behaviour.name,
      invalid: !isValid(trajectory),
      steps: stepsOf(trajectory),
      ...factsOfRow(trajectory),
      return: trajectory.return ?? null,
    })),
};

/** Steps with rewards that sum to the return: the grade of an agent that stopped by itself comes with its last action. */
const stepsOf = ({ initial, steps, final, ending }: Trajectory) => {
  const sights = [initial, ...steps];
  return sights.map((sight, i) => {
    const next = steps[i];
    const isLast = next === undefined;
    const isBeforeLast = i === steps.length - 1;
    return {
      observation: textOf(sight),
      action: isLast ? "" : actionOf(next),
      reward: isLast ? 0 : (next.reward ?? 0) + (isBeforeLast ? (final?.reward ?? 0) : 0),
      discount: isLast || (isBeforeLast && ending?.terminated === true) ? 0 : 1,
      is_first: i === 0,
      is_last: isLast,
      is_terminal: isLast && ending?.terminated === true,
      state_digest: sight.state_digest,
      propensity: isLast ? null : propensityOf(next),
    };
  });
};

/** Text that does the same again as one action of the Gymnasium environment; of several actions, a JSON list. */
const actionOf = ({ actions }: RecordedStep): string => {
  const texts = actions.map((action) => action.text ?? JSON.stringify(callOf(action)));
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(",")}]`;
};

const callOf = (action: RecordedAction) => {
  const text = argumentsOf(action);
  return { name: toolOf(action), arguments: parseJson(text) ?? text };
};
