import type { RecordedAction, RecordedStep, Trajectory } from "../trajectory.ts";
import type { Features } from "./features.ts";

/** A message of a conversation with tool calls, in OpenAI's form; an absent key is unset. */
export interface ChatMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: "function";
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
  readonly name?: string;
  /** 0: no target of training, as in OpenAI's files for fine-tuning; 1 or unset: a target, if it is the assistant's. */
  readonly weight?: 0 | 1;
}

/** Types of a list of messages. */
export const MESSAGES: readonly [Features] = [
  {
    role: "string",
    content: "string",
    tool_calls: [{ id: "string", type: "string", function: { name: "string", arguments: "string" } }],
    tool_call_id: "string",
    name: "string",
  },
];

/** Types of a list of messages with weights. */
export const WEIGHED_MESSAGES: readonly [Features] = [{ ...MESSAGES[0], weight: "float64" }];

/** First message of an episode: instruction, report and alerts, as the agent saw them. */
export const promptOf = ({ initial }: Trajectory): ChatMessage => ({ role: "user", content: textOf(initial) });

/** Messages of one step: what the agent said and called, and what it saw then. */
export const messagesOfStep = (trajectory: Trajectory, step: RecordedStep): readonly ChatMessage[] => {
  const said = trajectory.turns?.find(({ step_index }) => step_index === step.index)?.content ?? "";
  const texts = step.actions.flatMap(({ text }) => text ?? []);
  const calls = step.actions.filter(({ kind }) => kind !== "text");
  const assistant: ChatMessage = {
    role: "assistant",
    content: [said, ...texts].filter((part) => part !== "").join("\n"),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((action, i) => callOf(action, idOf(step, action, i))) }),
  };
  const seen = textOf(step);
  if (calls.length === 0) return [assistant, { role: "user", content: seen }];
  // The whole observation answers the last call; with several, each has its own result.
  const answers = calls.map((action, i): ChatMessage => {
    const content = i === calls.length - 1 ? seen : (step.results[i]?.content ?? "");
    return { role: "tool", tool_call_id: idOf(step, action, i), name: toolOf(action), content };
  });
  return [assistant, ...answers];
};

/** All messages of an episode, in which slips have the weight 0. */
export const toMessages = (trajectory: Trajectory): readonly ChatMessage[] => [
  promptOf(trajectory),
  ...trajectory.steps.flatMap((step): readonly ChatMessage[] => {
    const weight = trajectory.turns?.find(({ step_index }) => step_index === step.index)?.weight ?? (1 as const);
    return messagesOfStep(trajectory, step).map((message) => (message.role === "assistant" ? { ...message, weight } : message));
  }),
];

/** Tools as offered, as the text of a JSON list in OpenAI's form: their schemas differ, so that no columns would fit them. */
export const toolsOf = ({ tools }: Trajectory): string =>
  JSON.stringify(
    tools.map(({ name, description, input_schema }) => ({ type: "function", function: { name, description, parameters: input_schema } })),
  );

/** Text that the agent saw at a moment. */
export const textOf = ({ observation }: Pick<RecordedStep, "observation">): string =>
  observation.views.find(({ name }) => name === "text")?.text ?? "";

const callOf = (action: RecordedAction, id: string) =>
  ({
    id,
    type: "function",
    function: { name: toolOf(action), arguments: argumentsOf(action) },
  }) as const;

/** Name of the tool that an action calls. */
export const toolOf = ({ kind, name }: RecordedAction): string => name ?? kind;

/** Arguments of a call, as the agent wrote them. */
export const argumentsOf = ({ arguments_json, wait_ms = 0 }: RecordedAction): string =>
  arguments_json ?? JSON.stringify({ seconds: wait_ms / 1000 });

/** Id of a call, by which its answer names it. */
export const idOf = ({ index }: RecordedStep, { call_id }: RecordedAction, i: number): string => call_id ?? `call_${index}_${i}`;
