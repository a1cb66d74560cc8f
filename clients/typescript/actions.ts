import { inspect } from "node:util";
import type { Action as WireAction } from "#proto/gen/kubedrill/v1/Action.ts";
import { toDuration } from "./durations.ts";
import { type ModelToolCall, readToolCall, toToolCall } from "./tool-call.ts";
import { type Members, UnknownMember, writeMembers } from "./write-members.ts";

/** An action of an agent: text of a policy (a kubectl command line or a tool call as JSON), a tool call, a wait, or raw text. */
export type Action = string | ToolAction | WaitAction | RawTextAction | ModelToolCall;

/** Members of every action that is not mere text. */
interface ActionFacts {
  /** Missing: the server numbers the calls. */
  readonly callId?: string;
  /** Cap of this action, ms, below the step time-out. Missing: the step time-out. */
  readonly timeoutMs?: number;
  /** Log-probability under the acting policy, recorded for offline learning. */
  readonly behaviorLogprob?: number;
}

/** A tool call; arguments given as a string are the model's own text, valid JSON or not. */
export interface ToolAction extends ActionFacts {
  readonly tool: string;
  readonly arguments?: string | Readonly<Record<string, unknown>>;
}

/** Lets virtual time pass. */
export interface WaitAction extends ActionFacts {
  readonly waitMs: number;
}

/** Text that goes to the server unchanged, to be parsed in the episode's format. */
export interface RawTextAction extends ActionFacts {
  readonly rawText: string;
}

/** Creates a call of the kubectl tool; `stdin` is the input of `-f -`. */
export const kubectl = (command: string, stdin?: string): ToolAction => ({
  tool: "kubectl",
  arguments: stdin === undefined ? { command } : { command, stdin },
});

/** Converts one or many actions to wire messages. @throws TypeError something is no action, which says what is one */
export const toWireActions = (actions: Action | readonly Action[]): WireAction[] => toWire(actions, "actions");

const toWire = (given: unknown, where: string): WireAction[] => {
  if (typeof given === "string") return [parseAction(given)];
  if (Array.isArray(given)) return given.flatMap((one, at) => toWire(one, `${where}[${at}]`));
  const action = typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  const calls = action["tool_calls"];
  if (Array.isArray(calls) && calls.length > 0) return toWire(calls, `${where}.tool_calls`);
  try {
    const read = readOwn(action) ?? readModels(action);
    if (read !== undefined) return [read];
  } catch (cause) {
    if (cause instanceof UnknownMember) throw cause;
    throw new TypeError(`${where} is ${show(given)}, but its arguments are no JSON; ${ACCEPTED}`, { cause });
  }
  throw new TypeError(`${where} is ${show(given)}; ${ACCEPTED}`);
};

const ACCEPTED =
  'an action is text, such as a kubectl command line, a tool call such as { name: "kubectl", arguments: { command: "get pods" } }, ' +
  "{ waitMs } or { rawText }; a step takes one of them or an array";

const SHOWN_CHARACTERS = 100;

const show = (value: unknown): string => inspect(value, { depth: 2 }).replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS);

/** Reads an action in this client's own forms. */
const readOwn = (action: Readonly<Record<string, unknown>>): WireAction | undefined => {
  const { waitMs, rawText, tool } = action;
  if (typeof waitMs === "number" && Number.isFinite(waitMs)) return writeMembers("an action", WAIT, { ...action, waitMs });
  if (typeof rawText === "string") return writeMembers("an action", RAW_TEXT, { ...action, rawText });
  return typeof tool === "string" ? writeMembers("an action", TOOL, { ...action, tool }) : undefined;
};

const FACTS: Members<ActionFacts, WireAction> = {
  callId: (callId) => ({ callId }),
  timeoutMs: (ms) => ({ timeout: toDuration(ms) }),
  behaviorLogprob: (behaviorLogprob) => ({ behaviorLogprob }),
};

const WAIT: Members<WaitAction, WireAction> = { ...FACTS, waitMs: (ms) => ({ wait: toDuration(ms) }) };
const RAW_TEXT: Members<RawTextAction, WireAction> = { ...FACTS, rawText: (text) => ({ text: text.toWellFormed() }) };
const TOOL: Members<ToolAction, WireAction> = {
  ...FACTS,
  tool: (name, { arguments: args }) => ({ toolCall: toToolCall(name, args) }),
  arguments: () => ({}), // written with the tool
};

const readModels = (action: object): WireAction | undefined => {
  const { callId, toolCall } = readToolCall(action) ?? {};
  return toolCall && { toolCall, ...(callId !== undefined && { callId }) };
};

/**
 * Parses the text of a policy: `{"name": …, "arguments": {…}}` is a tool call and a line that starts with `kubectl` is
 * that command; anything else goes to the server as raw text, which answers with what is wrong about it.
 */
const parseAction = (text: string): WireAction => {
  const trimmed = text.trim();
  if (trimmed.startsWith("kubectl ")) return { toolCall: toToolCall("kubectl", { command: trimmed }) };
  const call = trimmed.startsWith("{") ? readToolCall(parseJson(trimmed)) : undefined;
  return call === undefined ? { text: text.toWellFormed() } : { toolCall: call.toolCall };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
