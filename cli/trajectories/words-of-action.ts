import { parseJson } from "#core/parse-json.ts";
import type { RecordedAction } from "./trajectory.ts";

/** Words of an action: a command line as it was written, or the name of a tool with its arguments. */
export const wordsOfAction = ({
  kind,
  name = "tool",
  arguments_json: given = "{}",
  text = "",
  wait_ms: ms = 0,
}: RecordedAction): string => {
  if (kind === "text") return text;
  if (kind === "wait") return `wait ${ms / 1_000} s`;
  const { command } = Object(parseJson(given)) as { readonly command?: unknown };
  if (typeof command === "string") return command.startsWith(name) ? command : `${name} ${command}`;
  return given === "{}" ? name : `${name} ${given}`;
};
