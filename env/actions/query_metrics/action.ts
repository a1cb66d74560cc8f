import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { type MetricsData, renderMetrics } from "../render-metrics.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { parseMoment, parseSpan, unixSeconds } from "../telemetry-time.ts";

const spec: ActionTool["spec"] = {
  name: "query_metrics",
  description:
    'Asks Prometheus with a PromQL query. Without range it gives the values of now; with range (e.g. "15m") their course. ' +
    'Examples: sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="NS"}[2m])), kube_pod_container_status_restarts_total{namespace="NS"}, up. ' +
    'To learn which metrics there are: count by (__name__) ({__name__=~".+"}).',
  inputSchema: inputSchema(
    {
      query: { type: "string", description: "PromQL." },
      time: { type: "string", description: 'Moment of the values: RFC 3339, Unix seconds, or a time ago such as "10m". Default: now.' },
      range: { type: "string", description: 'How far back the course reaches, e.g. "15m". Default: no course, one value.' },
      step: { type: "string", description: 'Distance of the points of the course, e.g. "30s". Default: 20 points.' },
      format: { type: "string", description: "table (default) or json, as Prometheus answers.", enum: ["table", "json"] },
    },
    ["query"],
  ),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

const POINTS_DEFAULT = 20;

export default defineAction({
  spec,
  run: async ({ cluster }, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const { query, time, range, step, format } = checked.args as Readonly<Record<string, string | undefined>>;
    const nowMs = cluster.clock.nowMs();
    const endMs = time === undefined ? nowMs : parseMoment(time, nowMs);
    if (endMs === undefined)
      return invalid(`The time ${JSON.stringify(time)} is not understood; write RFC 3339, Unix seconds, or a time ago such as "10m".`);
    const rangeMs = range === undefined ? undefined : parseSpan(range);
    if (range !== undefined && !rangeMs)
      return invalid(`The range ${JSON.stringify(range)} is not understood; write a duration such as "15m".`);
    const stepMs = step === undefined ? defaultStep(rangeMs ?? 0) : parseSpan(step);
    if (!stepMs) return invalid(`The step ${JSON.stringify(step)} is not understood; write a duration such as "30s".`);
    const params =
      rangeMs === undefined
        ? { query: query as string, time: unixSeconds(endMs) }
        : { query: query as string, start: unixSeconds(endMs - rangeMs), end: unixSeconds(endMs), step: String(stepMs / 1000) };
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
