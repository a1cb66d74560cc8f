import type { ToolCall } from "#core/tool-call.ts";

/** True for a kubectl call that reads and changes nothing. */
export const isLook = ({ name, arguments: { command } }: ToolCall): boolean => name === "kubectl" && LOOKS.test(`${command}`);

const LOOKS = /^(-n \S+ )?(get|describe|logs|top|rollout (history|status)|explain|wait) /;
