import type { ToolCall as WireToolCall } from "#proto/gen/kubedrill/v1/ToolCall.ts";

/** A tool call as models' libraries hand it on: OpenAI's chats and responses, Anthropic's, MCP's, LangChain's and Gemini's forms. */
export type ModelToolCall = NamedCall | NestedCall;

interface NamedCall extends CallIds {
  readonly name: string;
  readonly arguments?: CallArguments;
  readonly args?: CallArguments;
  readonly input?: CallArguments;
}

interface NestedCall extends CallIds {
  readonly function?: NamedCall;
  readonly function_call?: NamedCall;
  readonly functionCall?: NamedCall;
}

interface CallIds {
  readonly id?: string | null | undefined;
  readonly call_id?: string | undefined;
  readonly type?: string | undefined;
}

/** Arguments; text is the model's own, valid JSON or not. */
type CallArguments = unknown;

/** A tool call on the wire, and the id that it had. */
export interface ReadCall {
  readonly callId: string | undefined;
  readonly toolCall: WireToolCall;
}

const NESTS = ["function", "function_call", "functionCall"];
const ARGUMENTS = ["arguments", "args", "input"];
const IDS = ["call_id", "id"];

/** Reads a tool call in any of the usual forms. @returns undefined: it names no tool @throws TypeError its arguments are no JSON */
export const readToolCall = (value: unknown): ReadCall | undefined => {
  if (!isObject(value)) return undefined;
  const inner = NESTS.map((nest) => value[nest]).find(isObject) ?? value;
  const { name } = inner;
  if (typeof name !== "string") return undefined;
  const given = ARGUMENTS.map((key) => inner[key]).find((one) => one !== undefined);
  const callId = IDS.map((key) => value[key]).find((id) => typeof id === "string" && id !== "");
  return { callId: callId as string | undefined, toolCall: toToolCall(name, given) };
};

/**
 * Creates a tool call on the wire; no arguments at all, as some libraries say it, are an empty object.
 * @throws TypeError the arguments are no JSON
 */
export const toToolCall = (name: string, args: unknown): WireToolCall => {
  const argumentsJson: string | undefined = typeof args === "string" ? args.toWellFormed() || "{}" : JSON.stringify(args ?? {});
  if (argumentsJson === undefined) throw new TypeError(`${typeof args} is no JSON`);
  return { name: name.toWellFormed(), argumentsJson };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
