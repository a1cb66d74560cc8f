import type { ToolCall } from "#core/tool-call.ts";

/** True for calls that may leave something behind that no object tells of: in containers, in stores, on nodes. */
export const isUndeclared = ({ name, arguments: args }: ToolCall): boolean =>
  name === "kubectl" ? !DECLARING.test(`${args["command"]}`) : !READING.has(name);

/** Commands that write objects and do nothing else. */
const DECLARING =
  /^(kubectl +)?(-n +\S+ +)?(apply|create|delete|patch|replace|rollout|scale|set|label|annotate|taint|get|describe)\b[^|;&`$]*$/;

/** Tools that leave nothing behind. */
const READING: ReadonlySet<string> = new Set(["wait", "submit_diagnosis", "submit_mitigation"]);
