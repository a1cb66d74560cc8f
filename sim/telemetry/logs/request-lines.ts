import { keepFor } from "#core/keep-for.ts";
import type { EdgeFlow, ErrorShare, FlowRow, RequestFlow, ServerFlow } from "../../flow/flow-history.ts";
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

/** Lines that requests made a program write: its failed calls, what it failed at itself, and what its callers did wrong. */
export const requestLines = (process: Process, span: FlowSpan, fromMs: number, toMs: number): readonly PendingLine[] => {
  const lines: PendingLine[] = [];
  for (const { key, flow, renderersOf } of writtenFlows(process, span.row)) {
    for (const error of flow.errors) {
      const renderers = renderersOf(error);
      if (renderers.length === 0) continue;
      const rate = Math.min(LINES_PER_S_MAX, flow.rate * error.share);
      // Rows may be shorter than the time between two lines.
      const name = `log/${span.row.fromMs}/${process.podUid}/${key}/${error.cause}`;
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

/** Requests of which a program may write lines. */
interface WrittenFlow {
  readonly key: string;
  readonly flow: RequestFlow;
  renderersOf(error: ErrorShare): readonly LogLine[];
}

const writtenFlows = (process: Process, row: FlowRow): readonly WrittenFlow[] => [
  ...edgesOf(process, row).map((edge) => ({
    key: `${edge.from}/${edge.to}/${edge.operation}/${edge.root}`,
    flow: edge,
    renderersOf: (error: ErrorShare) => callRenderers(process, edge, error),
  })),
  ...(failuresOf(row).byServer.get(process.key) ?? []).map((server) => ({
    key: server.operation,
    flow: server,
    renderersOf: ({ message }: ErrorShare) => (ownErrors(process).has(message) ? failureRenderers(process, message) : []),
  })),
];

/** Errors that a program's build or its flags let it make itself, which no callee has told it of. */
const ownErrors = keepFor(
  ({ app }: Process): ReadonlySet<string> =>
    new Set([
      ...(app?.defect?.fails === undefined ? [] : [app.defect.fails.error]),
      ...(app?.behaviour.flags?.effects ?? []).flatMap(({ fails }) => (fails === undefined ? [] : [fails.error])),
    ]),
);

/** The failing calls that a program may write about: its own, and a store those to its component. */
const edgesOf = (process: Process, row: FlowRow): readonly EdgeFlow[] => {
  const failures = failuresOf(row);
  if (process.app !== undefined) return failures.byCaller.get(process.key) ?? [];
  return process.program === "mongod" ? (failures.byStore.get(componentOf(process.start.pod)) ?? []) : [];
};

interface Failures {
  readonly byCaller: ReadonlyMap<string | undefined, readonly EdgeFlow[]>;
  readonly byStore: ReadonlyMap<string, readonly EdgeFlow[]>;
  readonly byServer: ReadonlyMap<string, readonly ServerFlow[]>;
}

const failuresOf = keepFor(({ edges, servers }: FlowRow): Failures => {
  const failing = edges.filter(({ errors }) => errors.length > 0);
  return {
    byCaller: Map.groupBy(failing, ({ fromProcess }) => fromProcess),
    byStore: Map.groupBy(
      failing.filter(({ protocol }) => protocol === "mongodb"),
      ({ to }) => to,
    ),
    byServer: Map.groupBy(
      servers.filter(({ errors }) => errors.length > 0),
      ({ process }) => process,
    ),
  };
});

const callRenderers = (process: Process, edge: EdgeFlow, { cause, message }: ErrorShare): readonly LogLine[] => {
  if (edge.fromProcess === process.key && process.app !== undefined) return failureRenderers(process, message);
  if (process.program !== "mongod" || edge.protocol !== "mongodb" || edge.to !== componentOf(process.start.pod)) return [];
  if (cause === "unauthorized") return [(atMs) => refusalLine(atMs, message)];
  const refusesPlain = cause === "reset" && process.ports.some(({ serves }) => serves === "mongodb+tls");
  return refusesPlain ? [plainRefusalLine] : [];
};

const failureRenderers = ({ app }: Process, message: string): readonly LogLine[] => {
  if (app === undefined) return [];
  const { line, failed } = LANGUAGES[app.behaviour.language];
  return failed?.(message) ?? [line("error", message)];
};
