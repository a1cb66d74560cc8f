import type { Action as WireAction } from "#proto/gen/kubedrill/v1/Action.ts";
import { toDuration } from "./durations.ts";

/** An action of an agent: text of a policy (a kubectl command line or a tool call as JSON), a tool call, a wait, or raw text. */
export type Action = string | ToolAction | WaitAction | RawTextAction;

/** A tool call; arguments given as a string are the model's own text, valid JSON or not. */
export interface ToolAction {
  readonly tool: string;
  readonly arguments?: string | Readonly<Record<string, unknown>>;
  readonly callId?: string;
  /** Log-probability under the acting policy, recorded for offline learning. */
  readonly behaviorLogprob?: number;
}

/** Lets virtual time pass. */
export interface WaitAction {
  readonly waitMs: number;
  readonly callId?: string;
}

/** Text that goes to the server unchanged, to be parsed in the episode's format. */
export interface RawTextAction {
  readonly rawText: string;
  readonly callId?: string;
}

/** Creates a call of the kubectl tool; `stdin` is the input of `-f -`. */
export const kubectl = (command: string, stdin?: string): ToolAction => ({
  tool: "kubectl",
  arguments: stdin === undefined ? { command } : { command, stdin },
});

/** Converts one or many actions to wire messages. */
export const toWireActions = (actions: Action | readonly Action[]): WireAction[] =>
  (Array.isArray(actions) ? (actions as readonly Action[]) : [actions as Action]).map(toWireAction);

const toWireAction = (action: Action): WireAction => {
  if (typeof action === "string") return parseAction(action);
  const callId = action.callId === undefined ? {} : { callId: action.callId };
  if ("waitMs" in action) return { ...callId, wait: toDuration(action.waitMs) };
  if ("rawText" in action) return { ...callId, text: action.rawText };
  const logprob = action.behaviorLogprob === undefined ? {} : { behaviorLogprob: action.behaviorLogprob };
  return { ...callId, ...logprob, toolCall: toolCall(action.tool, action.arguments ?? {}) };
};

/**
 * Parses the text of a policy: `{"name": …, "arguments": {…}}` is a tool call and a line that starts with `kubectl` is
 * that command; anything else goes to the server as raw text, which answers with what is wrong about it.
 */
const parseAction = (text: string): WireAction => {
  const trimmed = text.trim();
  if (trimmed.startsWith("kubectl ")) return { toolCall: toolCall("kubectl", { command: trimmed }) };
  const call = trimmed.startsWith("{") ? parseJson(trimmed) : undefined;
  return typeof call?.name === "string" ? { toolCall: toolCall(call.name, call.arguments ?? {}) } : { text };
};

const toolCall = (name: string, args: unknown) => ({ name, argumentsJson: typeof args === "string" ? args : JSON.stringify(args) });

const parseJson = (text: string): { readonly name?: unknown; readonly arguments?: unknown } | undefined => {
  try {
    return JSON.parse(text) as { readonly name?: unknown };
  } catch {
    return undefined;
  }
};
