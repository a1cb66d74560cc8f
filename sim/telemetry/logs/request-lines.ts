import { keepFor } from "#core/keep-for.ts";
import type { EdgeFlow, ErrorShare, FlowRow } from "../../flow/flow-history.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import type { LogLine } from "../../programs/languages/language.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import { LINES_PER_S_MAX } from "../../programs/lines/failure-rate.ts";
import type { PendingLine } from "../../programs/lines/pending-line.ts";
import { plainRefusalLine, refusalLine } from "../../stores/mongo/server/refusal-line.ts";
import { eventTimes } from "./event-times.ts";
import type { FlowSpan } from "./flow-span.ts";

/** Tells whether requests make a program write lines. */
export const writesOfRequests = ({ program, app }: Process): boolean => program === "mongod" || app !== undefined;

/** Lines that requests made a program write: its failed calls, and what its callers did wrong. */
export const requestLines = (process: Process, span: FlowSpan, fromMs: number, toMs: number): readonly PendingLine[] => {
  const lines: PendingLine[] = [];
  for (const edge of edgesOf(process, span.row)) {
    for (const error of edge.errors) {
      const renderers = renderersOf(process, edge, error);
      if (renderers.length === 0) continue;
      const rate = Math.min(LINES_PER_S_MAX, edge.rate * error.share);
      // Rows may be shorter than the time between two lines.
      const name = `log/${span.row.fromMs}/${process.podUid}/${edge.from}/${edge.to}/${edge.operation}/${edge.root}/${error.cause}`;
      const late = Math.round(error.afterMs);
      for (const atMs of eventTimes(name, rate, span.row.fromMs, span.fromMs, span.toMs)) {
        const writtenAtMs = atMs + late;
        if (writtenAtMs >= fromMs && writtenAtMs <= toMs)
          for (const render of renderers) lines.push({ atMs: writtenAtMs, render, stream: "stderr" });
      }
    }
  }
  return lines;
};

/** The failing calls that a program may write about: its own, and a store those to its component. */
const edgesOf = (process: Process, row: FlowRow): readonly EdgeFlow[] => {
  const failures = failuresOf(row);
  if (process.app !== undefined) return failures.byCaller.get(process.key) ?? [];
  return process.program === "mongod" ? (failures.byStore.get(componentOf(process.start.pod)) ?? []) : [];
};

interface Failures {
  readonly byCaller: ReadonlyMap<string | undefined, readonly EdgeFlow[]>;
  readonly byStore: ReadonlyMap<string, readonly EdgeFlow[]>;
}

const failuresOf = keepFor(({ edges }: FlowRow): Failures => {
  const failing = edges.filter(({ errors }) => errors.length > 0);
  return {
    byCaller: Map.groupBy(failing, ({ fromProcess }) => fromProcess),
    byStore: Map.groupBy(
      failing.filter(({ protocol }) => protocol === "mongodb"),
      ({ to }) => to,
    ),
  };
});

const renderersOf = (process: Process, edge: EdgeFlow, { cause, message }: ErrorShare): readonly LogLine[] => {
  if (edge.fromProcess === process.key && process.app !== undefined) {
    const { line, failed } = LANGUAGES[process.app.behaviour.language];
    return failed?.(message) ?? [line("error", message)];
  }
  if (process.program !== "mongod" || edge.protocol !== "mongodb" || edge.to !== componentOf(process.start.pod)) return [];
  if (cause === "unauthorized") return [(atMs) => refusalLine(atMs, message)];
  const refusesPlain = cause === "reset" && process.ports.some(({ serves }) => serves === "mongodb+tls");
  return refusesPlain ? [plainRefusalLine] : [];
};
