import type { Tool } from "./replies.ts";

/** A tool as an entry of `tools` of a chat completion, as OpenAI's API wants it. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Tool["inputSchema"] };
}

/** Converts a tool to OpenAI's form. */
export const toOpenAi = ({ name, description, inputSchema }: Tool): OpenAiTool => ({
  type: "function",
  function: { name, description, parameters: inputSchema },
});
