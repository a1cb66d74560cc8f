import type { RawCall } from "./run-action.ts";

/**
 * Extracts a tool call from a model's raw text: the last JSON object with a tool's name in it (fenced or tagged or
 * bare), else a command line that begins with `kubectl`.
 *
 * @returns the call, or a sentence with the expected form
 */
export const parseTextAction = (text: string): RawCall | string => {
  for (const candidate of jsonCandidates(text).reverse()) {
    const call = asCall(candidate);
    if (call !== undefined) return call;
  }
  const command = COMMAND_LINE.exec(text)?.[0];
  if (command !== undefined) return { name: "kubectl", argumentsJson: JSON.stringify({ command: command.trim() }) };
  return 'No tool call was found in the text. Write one JSON object such as {"name": "kubectl", "arguments": {"command": "get pods"}}, or a line that begins with kubectl.';
};

const COMMAND_LINE = /^\s*kubectl [^\n]*(?:<<-?\s*['"]?(\w+)['"]?\n[\s\S]*?\n\1$|$)/m;

/** Extracts every balanced `{…}` on the outermost level, in order. */
const jsonCandidates = (text: string): string[] => {
  const found: string[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== "{") continue;
    const end = balancedEnd(text, i);
    if (end === undefined) continue;
    found.push(text.slice(i, end));
    i = end - 1;
  }
  return found;
};

const balancedEnd = (text: string, start: number): number | undefined => {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === "\\") i += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return i + 1;
  }
  return undefined;
};

const asCall = (json: string): RawCall | undefined => {
  try {
    const { name, tool, arguments: given, args, parameters } = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const called = name ?? tool;
    const values = given ?? args ?? parameters ?? {};
    if (typeof called !== "string") return undefined;
    return { name: called, argumentsJson: typeof values === "string" ? values : JSON.stringify(values) };
  } catch {
    return undefined;
  }
};
