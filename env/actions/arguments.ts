import { z } from "zod";
import { cutText } from "#core/cut-text.ts";
import type { ToolSpec } from "../host/episode-protocol.ts";
import type { ActionOutput } from "./action.ts";

/** Arguments of a call as its tool takes them, or the result of a call that does not fit. */
export type ReadArguments<T> = { readonly ok: true; readonly args: T } | { readonly ok: false; readonly output: ActionOutput };

/** Returns the JSON Schema of what a caller may write. */
export const jsonSchemaOf = (schema: z.ZodType): Readonly<Record<string, unknown>> => {
  const { $schema: _, type, properties, required, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return { type, ...(type === "object" && { properties, required: required ?? [] }), ...rest };
};

/** Reads a call's arguments; null counts as missing, and numbers, booleans and lists given as text are converted. */
export const readArguments = <T>(spec: ToolSpec, parser: z.ZodType<T>, given: Readonly<Record<string, unknown>>): ReadArguments<T> => {
  const properties = propertiesOf(spec);
  const present = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const { data, error } = parser.safeParse(
    Object.fromEntries(present.map(([name, value]) => [name, coerce(value, properties[name]?.type)])),
  );
  if (error === undefined) return { ok: true, args: data };
  return { ok: false, output: invalid(`${problemOf(error.issues[0] as z.core.$ZodIssue, given, properties)} ${usageOf(spec)}`) };
};

/** Creates the result of an invalid call. */
export const invalid = (content: string, errorCode = "ARGUMENTS_INVALID"): ActionOutput => ({
  status: "INVALID",
  content,
  errorCode,
  hadEffect: false,
  costMs: 0,
});

type Properties = Readonly<Record<string, { readonly type?: string }>>;

const propertiesOf = ({ inputSchema }: ToolSpec): Properties => inputSchema["properties"] as Properties;

const coerce = (value: unknown, type: string | undefined): unknown => {
  if (typeof value !== "string") return value;
  if ((type === "integer" || type === "number") && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (type === "array" && value.trim().startsWith("[")) return parsedList(value);
  return value;
};

const parsedList = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const problemOf = (issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>, properties: Properties): string => {
  if (issue.code === "unrecognized_keys") return `There is no argument "${issue.keys[0]}".`;
  const name = String(issue.path[0]);
  const value = given[name];
  if (value === undefined || value === null) return `The argument "${name}" is missing.`;
  return `The argument "${name}" ${demandOf(issue, properties[name]?.type ?? "value")}; it is ${shorten(JSON.stringify(value))}.`;
};

const demandOf = (issue: z.core.$ZodIssue, type: string): string => {
  if (issue.code === "invalid_type") return `must be ${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue.code === "too_small" && issue.origin === "number") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big" && issue.origin === "number") return `must be at most ${issue.maximum}`;
  return issue.message;
};

const usageOf = (spec: ToolSpec): string => {
  const required = spec.inputSchema["required"] as readonly string[];
  const parts = Object.entries(propertiesOf(spec)).map(
    ([key, { type }]) => `"${key}" (${type}${required.includes(key) ? "" : ", optional"})`,
  );
  return parts.length === 0 ? `${spec.name} takes no arguments.` : `${spec.name} takes ${parts.join(", ")}.`;
};

const shorten = (text: string): string => (text.length > 120 ? `${cutText(text, 120)}…` : text);
