import { keepWhile } from "#core/keep-while.ts";
import { FLOW_HISTORY, type FlowRow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { type OutputLine, outputOf } from "../../processes/process-output.ts";
import type { PendingLine } from "../../programs/lines/pending-line.ts";
import { periodicLines } from "../../programs/lines/periodic-lines.ts";
import type { FlowSpan } from "./flow-span.ts";
import type { Instance } from "./instances.ts";
import { ordinaryLines } from "./ordinary-lines.ts";
import { requestLines, writesOfRequests } from "./request-lines.ts";

/**
 * Lines of one run of a container in [fromMs, toMs], oldest first: its own output, and the lines that its requests cause. The oldest lines
 * of a flood are dropped.
 * @param newest maximum number of lines, counted from the end
 */
export const instanceLines = (
  world: World,
  instance: Instance,
  { fromMs, toMs, newest = LINES_MAX }: { readonly fromMs: number; readonly toMs: number; readonly newest?: number },
): readonly OutputLine[] => {
  const { process, listeningAtMs, endedAtMs } = instance;
  const from = Math.max(fromMs, process.startedAtMs);
  const to = Math.min(toMs, endedAtMs ?? world.nowMs(), world.nowMs());
  if (to < from) return [];
  const printed = within(outputOf(world, process.key, process.startedAtMs), from, to);
  const derived: PendingLine[] = [];
  if (listeningAtMs !== undefined) {
    derived.push(...periodicLines(process, listeningAtMs, Math.max(from, listeningAtMs), to));
    derived.push(...ordinaryLines(process, Math.max(from, listeningAtMs) - 1, to));
    if (writesOfRequests(process))
      for (const span of rowsBetween(world, Math.max(from - LATE_MAX_MS, listeningAtMs), to))
        derived.push(...requestLines(process, span, from, to));
  }
  if (derived.length === 0) return printed;
  const all: (OutputLine | PendingLine)[] = [...printed, ...derived].sort((a, b) => a.atMs - b.atMs);
  return all.slice(-Math.min(newest, LINES_MAX)).map(rendered);
};

/** The lines of a span of time; they are in its order. */
const within = (lines: readonly OutputLine[], fromMs: number, toMs: number): readonly OutputLine[] => {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] as OutputLine).atMs > toMs) end -= 1;
  let begin = end;
  while (begin > 0 && (lines[begin - 1] as OutputLine).atMs >= fromMs) begin -= 1;
  return begin === end ? NO_LINES : lines.slice(begin, end);
};

const NO_LINES: readonly OutputLine[] = [];

const rendered = (line: OutputLine | PendingLine): OutputLine =>
  "render" in line ? { atMs: line.atMs, text: line.render(line.atMs), stream: line.stream } : line;

/** Longest time after a request at which its error is logged, since the caller waits first, ms. */
const LATE_MAX_MS = 31_000;
const LINES_MAX = 10_000;

/** Rows of a span of time, cached, since containers are read one after the other over the same span. */
const rowsBetween = (world: World, fromMs: number, toMs: number): readonly FlowSpan[] => {
  const last = world.log<FlowRow>(FLOW_HISTORY).last();
  return last === undefined ? [] : spansUntil(last, { fromMs, toMs }, world);
};

/** Spans by their last row, which has one past. */
const spansUntil = keepWhile(
  (_last: FlowRow, { fromMs, toMs }: Span, world: World) => findRows(world, fromMs, toMs),
  (before, now) => before.fromMs === now.fromMs && before.toMs === now.toMs,
);

type Span = Pick<FlowSpan, "fromMs" | "toMs">;

const findRows = (world: World, fromMs: number, toMs: number): readonly FlowSpan[] => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  const spans: FlowSpan[] = [];
  for (let i = Math.max(0, log.firstIndexWhere((row) => row.fromMs > fromMs) - 1); i < log.length; i++) {
    const row = log.at(i) as FlowRow;
    if (row.fromMs > toMs) break;
    spans.push({ row, fromMs: Math.max(row.fromMs, fromMs), toMs: Math.min(log.at(i + 1)?.fromMs ?? toMs, toMs) });
  }
  return spans;
};
