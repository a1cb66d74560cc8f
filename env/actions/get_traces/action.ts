import { z } from "zod";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import type { Trace } from "../jaeger-trace.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { duration } from "../time-arguments.ts";
import { renderTraces } from "./render-traces.ts";

const SEARCH = {
  service: z.string().optional().describe("Only traces that include a span of this service. Omit to list the services that report traces."),
  operation: z.string().optional().describe("Only traces in which `service` has a span with this operation name."),
  trace_id: z.string().optional().describe("Fetch this trace only, instead of searching."),
  lookback: duration("15m").prefault("15m").describe('Time window to search back, e.g. "15m".'),
  min_duration: z.string().optional().describe('Only traces at least this long, e.g. "500ms".'),
  errors_only: z.boolean().default(false).describe("Only traces that contain a span with an error."),
  limit: z.int().min(1).max(50).default(5).describe("Maximum number of traces to return."),
  format: z.enum(["tree", "json"]).default("tree").describe("Output format: a span tree per trace, or the JSON of the Jaeger API."),
};

type Search = z.output<z.ZodObject<typeof SEARCH>>;

export default defineAction({
  name: "get_traces",
  description:
    "Fetch distributed traces from Jaeger, each as a tree of spans with durations, status codes and errors. Search recent traces with `service`, or fetch a single one with `trace_id`. With neither, list the services that report traces.",
  profiles: { kubectl: false, typed: true, readonly: true, conductor: false },
  mutating: false,
  arguments: SEARCH,
  run: async ({ cluster }, wanted) => {
    const answer = await cluster.query({ api: "jaeger", ...requestOf(wanted, cluster.clock.nowMs()) });
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

const requestOf = (wanted: Search, nowMs: number): { readonly path: string; readonly params: Readonly<Record<string, string>> } => {
  if (wanted.trace_id !== undefined) return { path: `/api/traces/${encodeURIComponent(wanted.trace_id)}`, params: {} };
  if (wanted.service === undefined) return { path: "/api/services", params: {} };
  const params = {
    service: wanted.service,
    start: `${nowMs - wanted.lookback}000`,
    end: `${nowMs}000`,
    limit: String(wanted.limit),
    ...(wanted.operation !== undefined && { operation: wanted.operation }),
    ...(wanted.min_duration !== undefined && { minDuration: wanted.min_duration }),
    ...(wanted.errors_only && { tags: '{"error":"true"}' }),
  };
  return { path: "/api/traces", params };
};
