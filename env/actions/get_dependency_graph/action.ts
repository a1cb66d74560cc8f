import { z } from "zod";
import { renderTable } from "#kubectl/print/render-table.ts";
import { type ActionContext, defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import type { Trace } from "../jaeger-trace.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { duration } from "../time-arguments.ts";
import { callsOf, type Edge, sumEdges } from "./call-edges.ts";

/** Traces asked for by service. */
const TRACES_PER_SERVICE = 20;

export default defineAction({
  name: "get_dependency_graph",
  description:
    "Show the service dependency graph: every caller -> callee edge, databases and caches included, with call count, error rate, and p50/p95 latency. Computed from a sample of recent traces of each service.",
  profiles: { kubectl: false, typed: true, readonly: true, conductor: false },
  mutating: false,
  arguments: {
    service: z.string().optional().describe("Only edges from or to this service. Default: all services."),
    lookback: duration("5m").prefault("5m").describe('Time window to look back, e.g. "5m".'),
  },
  run: async ({ cluster }, { service, lookback }) => {
    const sample = await sampleTraces(cluster, lookback);
    if ("refused" in sample) return sample.refused;
    const edges = sumEdges(sample.traces.flatMap(callsOf)).filter(
      ({ caller, callee }) => service === undefined || caller === service || callee === service,
    );
    const content =
      edges.length === 0
        ? `No calls${service === undefined ? "" : ` by or to ${service}`} in ${sample.traces.length} traces.\n`
        : `${renderTable({ header: HEADER, rows: edges.map(rowOf) }, false)}From a sample of ${sample.traces.length} traces.\n`;
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.get_dependency_graph };
  },
});

type Sample = { readonly traces: readonly Trace[] } | { readonly refused: ReturnType<typeof telemetryFailure> };

/** Traces of every service. Jaeger's own dependencies know neither errors nor stores, which send no spans. */
const sampleTraces = async (cluster: ActionContext["cluster"], lookbackMs: number): Promise<Sample> => {
  const nowMs = cluster.clock.nowMs();
  const names = await cluster.query({ api: "jaeger", path: "/api/services", params: {} });
  const services = listOf<string>(names);
  if (services === undefined) return { refused: telemetryFailure(names, ACTION_COSTS_MS.get_dependency_graph) };
  const found = new Map<string, Trace>();
  for (const service of services) {
    const params = { service, start: `${nowMs - lookbackMs}000`, end: `${nowMs}000`, limit: `${TRACES_PER_SERVICE}` };
    const answer = await cluster.query({ api: "jaeger", path: "/api/traces", params });
    const traces = listOf<Trace>(answer);
    if (traces === undefined) return { refused: telemetryFailure(answer, ACTION_COSTS_MS.get_dependency_graph) };
    for (const trace of traces) found.set(trace.traceID, trace);
  }
  return { traces: [...found.values()] };
};

const listOf = <T>({ status, body }: Awaited<ReturnType<ActionContext["cluster"]["query"]>>): readonly T[] | undefined => {
  const data = (body as { readonly data?: unknown } | null)?.data;
  return status === 200 && Array.isArray(data) ? (data as readonly T[]) : undefined;
};

const HEADER = ["CALLER", "CALLEE", "CALLS", "ERRORS", "P50", "P95"];

const rowOf = ({ caller, callee, calls, failed, p50Us, p95Us }: Edge): readonly string[] => [
  caller,
  callee,
  String(calls),
  `${Math.round((100 * failed) / calls)}%`,
  milliseconds(p50Us),
  milliseconds(p95Us),
];

const milliseconds = (us: number): string => `${Number((us / 1000).toPrecision(3))}ms`;
