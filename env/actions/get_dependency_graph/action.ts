import { renderTable } from "#kubectl/print/render-table.ts";
import { type ActionContext, type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import type { Trace } from "../jaeger-trace.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { parseSpan } from "../telemetry-time.ts";
import { callsOf, type Edge, sumEdges } from "./call-edges.ts";

const spec: ActionTool["spec"] = {
  name: "get_dependency_graph",
  description:
    "Shows who calls whom, stores included, with the share of failed calls and their durations, from a sample of recent traces of each service.",
  inputSchema: inputSchema({
    service: { type: "string", description: "Only calls by or to this service." },
    lookback: { type: "string", description: 'How far back, e.g. "5m". Default: 5m.' },
  }),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

const LOOKBACK_DEFAULT_MS = 5 * 60_000;
/** Traces asked for by service. */
const TRACES_PER_SERVICE = 20;

export default defineAction({
  spec,
  run: async ({ cluster }, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const { service, lookback } = checked.args as { readonly service?: string; readonly lookback?: string };
    const lookbackMs = lookback === undefined ? LOOKBACK_DEFAULT_MS : parseSpan(lookback);
    if (!lookbackMs) return invalid(`lookback ${JSON.stringify(lookback)} is not understood; write a duration such as "5m".`);
    const sample = await sampleTraces(cluster, lookbackMs);
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
