import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import type { Trace } from "../jaeger-trace.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { parseSpan } from "../telemetry-time.ts";
import { renderTraces } from "./render-traces.ts";

const spec: ActionTool["spec"] = {
  name: "get_traces",
  description:
    "Gets recent traces from Jaeger: trees of calls with durations and errors. With a service it gives traces that pass it; without one it lists the services that have traces.",
  inputSchema: inputSchema({
    service: { type: "string", description: "Traces that pass this service. Missing: the names of the services." },
    operation: { type: "string", description: "Only this operation of the service." },
    trace_id: { type: "string", description: "One trace by its id." },
    lookback: { type: "string", description: 'How far back, e.g. "15m". Default: 15m.' },
    min_duration: { type: "string", description: 'Only traces that took at least so long, e.g. "500ms".' },
    errors_only: { type: "boolean", description: "Only traces with an error." },
    limit: { type: "integer", description: "So many traces at most, 1 to 50. Default: 5.", minimum: 1, maximum: 50 },
    format: { type: "string", description: "tree (default) or json, as Jaeger answers.", enum: ["tree", "json"] },
  }),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

const LOOKBACK_DEFAULT_MS = 15 * 60_000;
const LIMIT_DEFAULT = 5;

interface Wanted {
  readonly service?: string;
  readonly operation?: string;
  readonly trace_id?: string;
  readonly lookback?: string;
  readonly min_duration?: string;
  readonly errors_only?: boolean;
  readonly limit?: number;
  readonly format?: string;
}

export default defineAction({
  spec,
  run: async ({ cluster }, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const wanted = checked.args as Wanted;
    const lookbackMs = wanted.lookback === undefined ? LOOKBACK_DEFAULT_MS : parseSpan(wanted.lookback);
    if (!lookbackMs) return invalid(`lookback ${JSON.stringify(wanted.lookback)} is not understood; write a duration such as "15m".`);
    const answer = await cluster.query({ api: "jaeger", ...requestOf(wanted, { nowMs: cluster.clock.nowMs(), lookbackMs }) });
    const data = (answer.body as { readonly data?: unknown } | null)?.data;
    if (answer.status !== 200 || !Array.isArray(data)) return telemetryFailure(answer, ACTION_COSTS_MS.get_traces);
    const isNames = wanted.service === undefined && wanted.trace_id === undefined;
    const text =
      wanted.format === "json"
        ? JSON.stringify(data)
        : isNames
          ? namesText(data as readonly string[])
          : renderTraces(data as readonly Trace[]);
    return { status: "OK", content: text, hadEffect: false, costMs: ACTION_COSTS_MS.get_traces };
  },
});

const namesText = (names: readonly string[]): string =>
  names.length === 0 ? "No service has traces.\n" : `Services with traces: ${[...names].sort().join(", ")}\n`;

const requestOf = (
  wanted: Wanted,
  { nowMs, lookbackMs }: { readonly nowMs: number; readonly lookbackMs: number },
): { readonly path: string; readonly params: Readonly<Record<string, string>> } => {
  if (wanted.trace_id !== undefined) return { path: `/api/traces/${encodeURIComponent(wanted.trace_id)}`, params: {} };
  if (wanted.service === undefined) return { path: "/api/services", params: {} };
  const params = {
    service: wanted.service,
    start: `${nowMs - lookbackMs}000`,
    end: `${nowMs}000`,
    limit: String(wanted.limit ?? LIMIT_DEFAULT),
    ...(wanted.operation !== undefined && { operation: wanted.operation }),
    ...(wanted.min_duration !== undefined && { minDuration: wanted.min_duration }),
    ...(wanted.errors_only === true && { tags: '{"error":"true"}' }),
  };
  return { path: "/api/traces", params };
};
