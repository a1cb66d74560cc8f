import type { EdgeFlow, ErrorShare, FlowRow } from "../../flow/flow-history.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import { LINES_PER_S_MAX } from "../../programs/lines/failure-rate.ts";
import type { PendingLine } from "../../programs/lines/pending-line.ts";
import { refusalLine } from "../../stores/mongo/server/refusal-line.ts";
import { eventTimes } from "./event-times.ts";
import type { FlowSpan } from "./flow-span.ts";

/** Tells whether requests make a program write lines. */
export const writesOfRequests = ({ program, app }: Process): boolean => program === "mongod" || app !== undefined;

/** Lines that requests made a program write: its failed calls, and what its callers did wrong. */
export const requestLines = (process: Process, span: FlowSpan, fromMs: number, toMs: number): readonly PendingLine[] => {
  const lines: PendingLine[] = [];
  for (const edge of edgesOf(process, span.row)) {
    for (const error of edge.errors) {
      const render = rendererOf(process, edge, error);
      if (render === undefined) continue;
      const rate = Math.min(LINES_PER_S_MAX, edge.rate * error.share);
      const name = `log/${process.podUid}/${edge.from}/${edge.to}/${edge.operation}/${edge.root}/${error.cause}`;
      const late = Math.round(error.afterMs);
      for (const atMs of eventTimes(name, rate, span.row.fromMs, span.fromMs, span.toMs)) {
        const writtenAtMs = atMs + late;
        if (writtenAtMs >= fromMs && writtenAtMs <= toMs) lines.push({ atMs: writtenAtMs, render, stream: "stderr" });
      }
    }
  }
  return lines;
};

/** The failing calls that a program may write about: its own, and a store those to its component. */
const edgesOf = (process: Process, row: FlowRow): readonly EdgeFlow[] => {
  let failures = kept.get(row);
  if (failures === undefined) {
    const failing = row.edges.filter(({ errors }) => errors.length > 0);
    failures = {
      byCaller: Map.groupBy(failing, ({ fromProcess }) => fromProcess),
      byStore: Map.groupBy(
        failing.filter(({ protocol }) => protocol === "mongodb"),
        ({ to }) => to,
      ),
    };
    kept.set(row, failures);
  }
  if (process.app !== undefined) return failures.byCaller.get(process.key) ?? [];
  return process.program === "mongod" ? (failures.byStore.get(componentOf(process.start.pod)) ?? []) : [];
};

interface Failures {
  readonly byCaller: ReadonlyMap<string | undefined, readonly EdgeFlow[]>;
  readonly byStore: ReadonlyMap<string, readonly EdgeFlow[]>;
}

const kept = new WeakMap<FlowRow, Failures>();

const rendererOf = (process: Process, edge: EdgeFlow, { cause, message }: ErrorShare): ((atMs: number) => string) | undefined => {
  if (edge.fromProcess === process.key && process.app !== undefined)
    return LANGUAGES[process.app.behaviour.language].line("error", message);
  if (process.program === "mongod" && edge.protocol === "mongodb" && cause === "unauthorized" && edge.to === componentOf(process.start.pod))
    return (atMs) => refusalLine(atMs, message);
  return undefined;
};
