/** A call of an agent tool: the name and its arguments as plain JSON. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Creates a call of the tool that runs a command on a node. */
export const onNode = (node: string, command: string): ToolCall => ({ name: "run_on_node", arguments: { node, command } });

/** Creates a call of the kubectl tool. */
export const kubectl = (command: string, stdin?: string): ToolCall => ({
  name: "kubectl",
  arguments: stdin === undefined ? { command } : { command, stdin },
});

/** Creates a call of the tool that lets virtual time pass. */
export const wait = (seconds: number): ToolCall => ({ name: "wait", arguments: { seconds } });

/** True if two calls are the same in name and arguments. */
export const isSameCall = (a: ToolCall, b: ToolCall): boolean =>
  a.name === b.name && JSON.stringify(a.arguments) === JSON.stringify(b.arguments);
