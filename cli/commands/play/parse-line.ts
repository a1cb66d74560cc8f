import type { ToolCall } from "#core/tool-call.ts";
import type { ToolSpec } from "#env/host/episode-protocol.ts";

/** Meaning of a typed line: a call of a tool, a request to the game itself, or a sentence on what is wrong with it. */
export type TypedLine =
  | { readonly kind: "call"; readonly call: ToolCall }
  | { readonly kind: "help" | "hint" | "quit" | "empty" }
  | { readonly kind: "problem"; readonly says: string };

/** Requests that are no tools. */
export const REQUESTS = ["help", "hint", "quit"] as const;

/**
 * Parses a typed line: `/name` calls a tool or is a request (a request alone needs no slash), anything else is a command
 * line for kubectl's shell.
 *
 * Any part of a tool's name will do that no other has. Words `key=value` are its arguments; the other words are those
 * that have to be given, the last of which takes the rest of the line, or else the first.
 */
export const parseLine = (line: string, tools: readonly ToolSpec[]): TypedLine => {
  const text = line.trim();
  if (text === "") return { kind: "empty" };
  // No command line begins with these words, and one that is tried would cost a step.
  const bare = text === "exit" ? "quit" : REQUESTS.find((one) => one === text);
  if (bare !== undefined) return { kind: bare };
  if (!text.startsWith("/")) return { kind: "call", call: { name: "kubectl", arguments: { command: text } } };
  const [, name = "", rest = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const request = REQUESTS.find((one) => one === name);
  if (request !== undefined) return { kind: request };
  const named = tools.filter((tool) => tool.name === name);
  const [tool, ...others] = named.length > 0 ? named : tools.filter((one) => name !== "" && one.name.includes(name));
  if (tool === undefined) return { kind: "problem", says: `There is no tool /${name}; /help lists them.` };
  if (others.length > 0) {
    const names = [tool, ...others].map((one) => `/${one.name}`).join(" or ");
    return { kind: "problem", says: `/${name} may be ${names}; write more of it.` };
  }
  return { kind: "call", call: { name: tool.name, arguments: readArguments(rest, tool) } };
};

const readArguments = (text: string, { inputSchema }: ToolSpec): Readonly<Record<string, unknown>> => {
  const known = Object.keys((inputSchema["properties"] ?? {}) as object);
  const given: Record<string, unknown> = {};
  const rest = text.replaceAll(/(?<=^|\s)(\w+)=(\S+)(?=\s|$)/g, (word, key: string, value: string) => {
    if (!known.includes(key)) return word;
    given[key] = value;
    return "";
  });
  let free = rest.trim();
  if (free === "") return given;
  // JSON is for arguments that are lists; a diagnosis in words goes to the argument for words.
  if (known.includes("text") && !free.startsWith("[")) return { ...given, text: free };
  const isMissing = (key: string): boolean => !(key in given);
  const required = ((inputSchema["required"] ?? []) as readonly string[]).filter(isMissing);
  for (const key of required.slice(0, -1)) [, given[key], free = ""] = /^(\S*)\s*([\s\S]*)$/.exec(free) ?? [];
  // Words that no argument is left for go on as the name of one, so that the tool says what it takes.
  given[required.at(-1) ?? known.find(isMissing) ?? free] = free;
  return given;
};
