import { MESSAGES, messagesOfStep, promptOf, toolsOf } from "./chat.ts";
import type { DatasetFormat } from "./format.ts";
import { factsOfRow, isValid, ROW_FACTS } from "./row-facts.ts";

/** Every turn of the valid episodes: what was said before, what the agent then said and called, and what it earned from there on. */
export const promptCompletion: DatasetFormat = {
  name: "prompt-completion",
  title: "single turns with what went before and the return from there on",
  features: { prompt: MESSAGES, completion: MESSAGES, tools: "string", step_index: "int64", return_to_go: "float64", ...ROW_FACTS },
  rows: (group) =>
    group.filter(isValid).flatMap((trajectory) => {
      const turns = trajectory.steps.map((step) => messagesOfStep(trajectory, step));
      const tools = toolsOf(trajectory);
      return turns.map(([assistant], i) => ({
        prompt: [promptOf(trajectory), ...turns.slice(0, i).flat()],
        completion: [assistant],
        tools,
        step_index: i,
        return_to_go: trajectory.returns_to_go?.[i],
        ...factsOfRow(trajectory),
      }));
    }),
};
