import { toMessages, toolsOf, WEIGHED_MESSAGES } from "./chat.ts";
import type { DatasetFormat } from "./format.ts";
import { factsOfRow, isWorthImitating, ROW_FACTS, SPOILING_FACTS } from "./row-facts.ts";

/** Successful episodes as conversations with tool calls, for supervised fine-tuning. */
export const sft: DatasetFormat = {
  name: "sft",
  title: "successful episodes as conversations with tool calls",
  spoils: SPOILING_FACTS,
  features: { messages: WEIGHED_MESSAGES, tools: "string", weight: "float64", returns_to_go: ["float64"], ...ROW_FACTS },
  rows: (group) =>
    group.filter(isWorthImitating).map((trajectory) => ({
      messages: toMessages(trajectory),
      tools: toolsOf(trajectory),
      weight: 1,
      returns_to_go: trajectory.returns_to_go,
      ...factsOfRow(trajectory),
    })),
};
