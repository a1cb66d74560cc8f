import { cutText } from "#core/cut-text.ts";
import type { ActionOutput, ActionTool } from "../actions/action.ts";
import { type OwnCommand, recordWrites } from "../actions/own-commands.ts";
import { ACTION_CHARACTERS_MAX } from "../host/action-size.ts";
import type { Action, ActionResult } from "../host/episode-protocol.ts";
import { truncateText } from "../observations/truncate.ts";
import { attempt } from "./attempt.ts";
import type { Episode } from "./episode.ts";
import { parseTextAction } from "./parse-text-action.ts";

/** A tool call as received: its arguments are the model's exact string. */
export interface RawCall {
  readonly name: string;
  readonly argumentsJson: string;
}

/** Runs one action of an agent; a mistake of the agent gives a result, never an exception. */
export const runAction = async (episode: Episode, action: Action, tools: readonly ActionTool[]): Promise<ActionOutput> => {
  if (isTooLong(action))
    return invalid(
      "ACTION_TOO_LONG",
      `The action is longer than ${ACTION_CHARACTERS_MAX} characters, the most that one may have. Write a shorter one.`,
    );
  const call = callOf(action);
  if (typeof call === "string") return invalid("MALFORMED_ACTION", call);
  const tool = tools.find(({ spec }) => spec.name === call.name);
  if (tool === undefined)
    return invalid(
      "TOOL_NOT_FOUND",
      `There is no tool "${cutText(call.name, 200)}". The tools are ${tools.map(({ spec }) => spec.name).join(", ")}.`,
    );
  const args = parseArguments(call.argumentsJson);
  if (args === undefined)
    return invalid("ARGUMENTS_NOT_JSON", `The arguments of ${call.name} are not a JSON object: ${cutText(call.argumentsJson, 200)}`);
  const { slot, noise, limits } = episode;
  const capMs = tool.passesTime === true ? limits.maxVirtualMs : limits.stepTimeoutMs;
  const timeoutMs = Math.min(action.timeoutMs ?? capMs, capMs);
  const keepsCommands = tools.some(({ spec }) => spec.name === "undo");
  const run = async (): Promise<ActionOutput> => {
    const port = noise.over(slot.agent, slot.admin);
    const recorded = keepsCommands ? recordWrites(port) : undefined;
    const output = await tool.run(
      {
        cluster: recorded?.cluster ?? port,
        namespace: slot.namespace,
        timeoutMs,
        spendWork: slot.spendWork,
        interpret: slot.interpret,
        ownCommands: episode.ownCommands,
      },
      args,
    );
    if (recorded !== undefined) episode.ownCommands = commandsAfter(episode.ownCommands, output, recorded.objects(), args);
    if (output.costMs > 0 && !slot.isRealTime) await noise.pass(slot.admin, output.costMs);
    return output;
  };
  return await attempt(episode, call, run);
};

/** Commands that can be taken back after an action. */
const commandsAfter = (
  commands: readonly OwnCommand[],
  { undid }: ActionOutput,
  objects: OwnCommand["objects"],
  { command }: Readonly<Record<string, unknown>>,
): readonly OwnCommand[] => {
  if (undid === true) return commands.slice(0, -1);
  if (objects.length === 0 || typeof command !== "string") return commands;
  return [...commands, { line: command, objects }].slice(-OWN_COMMANDS_MAX);
};

/** Number of commands that can be taken back. */
const OWN_COMMANDS_MAX = 20;

const isTooLong = ({ body }: Action): boolean =>
  (body.kind === "tool" ? [body.name, body.argumentsJson] : body.kind === "text" ? [body.text] : []).some(
    (text) => text.length > ACTION_CHARACTERS_MAX,
  );

/** Builds the result for the trainer, whose content the agent sees too. */
export const resultOf = (output: ActionOutput, callId: string, virtualCostMs: number, maxBytes: number): ActionResult => {
  const { text, truncated } = truncateText(output.content, maxBytes);
  const { status, errorCode, hadEffect } = output;
  return { callId, status, content: text, ...(errorCode === undefined ? {} : { errorCode }), hadEffect, truncated, virtualCostMs };
};

const callOf = (action: Action): RawCall | string => {
  const { body } = action;
  if (body.kind === "tool") return body;
  if (body.kind === "wait") return { name: "wait", argumentsJson: JSON.stringify({ seconds: body.ms / 1000 }) };
  return parseTextAction(body.text);
};

const parseArguments = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const parsed: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
};

const invalid = (errorCode: string, content: string): ActionOutput => ({
  status: "INVALID",
  content,
  errorCode,
  hadEffect: false,
  costMs: 0,
});
