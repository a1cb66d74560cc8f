import { parseDuration } from "../promql/syntax/duration.ts";
import { parseLogfmt } from "./parse-logfmt.ts";

/** A line with the labels that it has so far. */
export interface LineState {
  readonly line: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** One step of a pipeline; undefined drops the line. */
export type Stage = (state: LineState) => LineState | undefined;

const SIZES: Readonly<Record<string, number>> = { b: 1, kb: 1000, mb: 1e6, gb: 1e9, kib: 1024, mib: 1_048_576, gib: 1_073_741_824 };

/** A number, a duration (in seconds) or a size (in bytes). */
export const numberOf = (text: string | undefined): number | undefined => {
  if (text === undefined || text === "") return undefined;
  if (!Number.isNaN(Number(text))) return Number(text);
  const size = /^([\d.]+)([kKmMgG]?i?[bB])$/.exec(text);
  if (size !== null) return Number(size[1]) * (SIZES[(size[2] as string).toLowerCase()] ?? 1);
  const ms = parseDuration(text);
  return ms === undefined ? undefined : ms / 1000;
};

/** Makes labels of the members of a JSON line. */
export const jsonStage: Stage = ({ line, labels }) => {
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SyntaxError("no object");
    return { line, labels: { ...labels, ...withoutClashes(flatten(value as Readonly<Record<string, unknown>>, ""), labels) } };
  } catch {
    return { line, labels: { ...labels, __error__: "JSONParserErr" } };
  }
};

/** Makes labels of the pairs of a logfmt line. */
export const logfmtStage: Stage = ({ line, labels }) => ({ line, labels: { ...labels, ...withoutClashes(parseLogfmt(line), labels) } });

/** An extracted label never replaces one of the stream: it gets a suffix. */
const withoutClashes = (
  extracted: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(extracted).map(([name, value]) => [labels[name] === undefined ? name : `${name}_extracted`, value]));

/** Nested objects become names joined by underscores; arrays are left out, as Loki does. */
const flatten = (value: Readonly<Record<string, unknown>>, prefix: string): Record<string, string> => {
  const result: Record<string, string> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = `${prefix}${key.replace(/[^a-zA-Z0-9_]/g, "_")}`;
    if (typeof member === "object" && member !== null && !Array.isArray(member))
      Object.assign(result, flatten(member as Readonly<Record<string, unknown>>, `${name}_`));
    else if (member !== null && !Array.isArray(member)) result[name] = `${member}`;
  }
  return result;
};

/** `{{.msg}}` with plain label names. */
export const lineFormatStage =
  (template: string): Stage =>
  ({ line, labels }) => ({
    line: template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_whole, name: string) => (name === "__line__" ? line : (labels[name] ?? ""))),
    labels,
  });
