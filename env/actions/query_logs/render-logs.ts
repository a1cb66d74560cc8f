import { clockText } from "../telemetry-time.ts";

/** A stream of Loki: its labels, and `[nanoseconds, line]` pairs. */
export interface LogStream {
  readonly stream: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [string, string])[];
}

/** Renders the lines of all streams in time order, each with its time and its source. */
export const renderLogs = (streams: readonly LogStream[], limit: number): string => {
  const lines = streams.flatMap(({ stream, values }) => values.map(([at, line]) => ({ at, source: sourceText(stream), line })));
  if (lines.length === 0) return "No log lines match the query.\n";
  lines.sort((a, b) => compareText(a.at.padStart(20, "0"), b.at.padStart(20, "0")) || compareText(a.source, b.source));
  const note = lines.length >= limit ? `(the newest ${lines.length} lines; there may be more: narrow the query or raise limit)\n` : "";
  return `${note}${lines.map(({ at, source, line }) => `${clockText(Number(BigInt(at) / 1_000_000n))} ${source} ${line.trimEnd()}`).join("\n")}\n`;
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const sourceText = ({ pod, container, namespace, app }: Readonly<Record<string, string>>): string => {
  const name = pod ?? app ?? namespace ?? "";
  return container === undefined || name.startsWith(container) ? `[${name}]` : `[${name}/${container}]`;
};
