import { cutText } from "#core/cut-text.ts";
import type { ToolSpec } from "../host/episode-protocol.ts";
import type { ActionOutput } from "./action.ts";

/** One argument of a tool, in the subset of JSON Schema that tools use. */
export interface ArgumentSchema {
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: unknown;
}

/** Checked arguments, or a sentence with advice. */
export type CheckedArguments =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly output: ActionOutput };

/** Checks a call's arguments; numbers and booleans given as text are converted. */
export const checkArguments = (spec: ToolSpec, args: Readonly<Record<string, unknown>>): CheckedArguments => {
  const properties = spec.inputSchema["properties"] as Readonly<Record<string, ArgumentSchema>>;
  const required = (spec.inputSchema["required"] ?? []) as readonly string[];
  const refuse = (problem: string): CheckedArguments => ({
    ok: false,
    output: invalid(`${problem} ${usageOf(spec, properties, required)}`),
  });
  for (const name of required) if (args[name] === undefined || args[name] === null) return refuse(`The argument "${name}" is missing.`);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const schema = properties[name];
    if (schema === undefined) return refuse(`There is no argument "${name}".`);
    if (value === null || value === undefined) continue;
    const fitted = coerce(value, schema);
    const problem = problemOf(fitted, schema);
    if (problem !== undefined) return refuse(`The argument "${name}" ${problem}; it is ${shorten(JSON.stringify(value))}.`);
    checked[name] = fitted;
  }
  return { ok: true, args: checked };
};

/** Creates the result of an invalid call. */
export const invalid = (content: string, errorCode = "ARGUMENTS_INVALID"): ActionOutput => ({
  status: "INVALID",
  content,
  errorCode,
  hadEffect: false,
  costMs: 0,
});

const usageOf = ({ name }: ToolSpec, properties: Readonly<Record<string, ArgumentSchema>>, required: readonly string[]): string => {
  const parts = Object.entries(properties).map(([key, { type }]) => `"${key}" (${type}${required.includes(key) ? "" : ", optional"})`);
  return parts.length === 0 ? `${name} takes no arguments.` : `${name} takes ${parts.join(", ")}.`;
};

const coerce = (value: unknown, { type }: ArgumentSchema): unknown => {
  if ((type === "integer" || type === "number") && typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (type === "array" && typeof value === "string" && value.trim().startsWith("[")) return parsedList(value);
  return value;
};

const parsedList = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const problemOf = (value: unknown, { type, enum: allowed, minimum, maximum }: ArgumentSchema): string | undefined => {
  const actual = Array.isArray(value) ? "array" : typeof value;
  if (type === "integer" ? !Number.isInteger(value) : type !== actual)
    return `must be ${type === "array" || type === "integer" ? "an" : "a"} ${type}`;
  if (allowed !== undefined && !allowed.includes(value as string)) return `must be one of ${allowed.join(", ")}`;
  if (minimum !== undefined && (value as number) < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && (value as number) > maximum) return `must be at most ${maximum}`;
  return undefined;
};

const shorten = (text: string): string => (text.length > 120 ? `${cutText(text, 120)}…` : text);

/** Builds the JSON Schema of a tool's arguments. */
export const inputSchema = (
  properties: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[] = [],
): Readonly<Record<string, unknown>> => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
