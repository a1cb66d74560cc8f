import { z } from "zod";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import { type MetricsData, renderMetrics } from "../render-metrics.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { unixSeconds } from "../telemetry-time.ts";
import { duration, moment } from "../time-arguments.ts";

const POINTS_DEFAULT = 20;

export default defineAction({
  name: "query_metrics",
  description:
    "Run a PromQL query against Prometheus: an instant query by default, a range query if `range` is set. " +
    'Examples: sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="NS"}[2m])), kube_pod_container_status_restarts_total{namespace="NS"}, up. ' +
    'List all metric names with count by (__name__) ({__name__=~".+"}).',
  profiles: { kubectl: false, typed: true, readonly: true, conductor: false },
  mutating: false,
  arguments: {
    query: z.string().describe("PromQL expression."),
    time: moment()
      .prefault("now")
      .describe('Evaluation time, and the end of a range query: RFC 3339, Unix seconds, or a duration ago such as "10m".'),
    range: duration("15m").optional().describe('Length of a range query, e.g. "15m". Omit for an instant query.'),
    step: duration("30s").optional().describe(`Resolution step of a range query, e.g. "30s". Default: about ${POINTS_DEFAULT} points.`),
    format: z.enum(["table", "json"]).default("table").describe("Output format: a compact table, or the JSON of the Prometheus API."),
  },
  run: async ({ cluster }, { query, time, range: rangeMs, step: stepMs = defaultStep(rangeMs ?? 0), format }) => {
    const endMs = time(cluster.clock.nowMs());
    const params =
      rangeMs === undefined
        ? { query, time: unixSeconds(endMs) }
        : { query, start: unixSeconds(endMs - rangeMs), end: unixSeconds(endMs), step: String(stepMs / 1000) };
    const answer = await cluster.query({
      api: "prometheus",
      path: rangeMs === undefined ? "/api/v1/query" : "/api/v1/query_range",
      params,
    });
    const body = answer.body as { readonly status?: string; readonly data?: MetricsData };
    if (answer.status !== 200 || body.data === undefined) return telemetryFailure(answer, ACTION_COSTS_MS.query_metrics);
    const content = format === "json" ? JSON.stringify(body.data) : renderMetrics(body.data);
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.query_metrics };
  },
});

/** Default step of a range, ms: a multiple of five seconds, at least five. */
const defaultStep = (rangeMs: number): number => Math.max(5_000, Math.ceil(rangeMs / POINTS_DEFAULT / 5_000) * 5_000);
