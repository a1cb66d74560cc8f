import { z } from "zod";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import { type MetricsData, renderMetrics } from "../render-metrics.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { duration, moment } from "../time-arguments.ts";
import { type LogStream, renderLogs } from "./render-logs.ts";

export default defineAction({
  name: "query_logs",
  description:
    "Run a LogQL query against Loki. A log query returns the newest matching lines of the time window, in chronological order; a metric query, e.g. sum by (pod) (count_over_time({...}[5m])), returns series. " +
    'Stream labels: namespace, pod, container, app. Example: {namespace="NS", container="frontend"} |= "error".',
  profiles: { kubectl: false, typed: true, readonly: true, conductor: false },
  mutating: false,
  arguments: {
    query: z
      .string()
      .describe(
        'LogQL expression: a stream selector, then optional line filters (|= "text", != "text", |~ "regex"), parsers (| json, | logfmt) and label filters.',
      ),
    since: duration("15m").prefault("1h").describe('Length of the time window, e.g. "15m".'),
    end: moment().prefault("now").describe('End of the time window: RFC 3339, Unix seconds, or a duration ago such as "10m".'),
    limit: z.int().min(1).max(1000).default(100).describe("Maximum number of lines to return."),
  },
  run: async ({ cluster }, { query, since, end, limit }) => {
    const endMs = end(cluster.clock.nowMs());
    const params = {
      query,
      start: nanoseconds(endMs - since),
      end: nanoseconds(endMs),
      limit: String(limit),
      direction: "backward",
    };
    const answer = await cluster.query({ api: "loki", path: "/loki/api/v1/query_range", params });
    const body = answer.body as { readonly data?: { readonly resultType: string; readonly result: readonly LogStream[] } };
    if (answer.status !== 200 || body.data === undefined) return telemetryFailure(answer, ACTION_COSTS_MS.query_logs);
    const content =
      body.data.resultType === "streams" ? renderLogs(body.data.result, limit) : renderMetrics(body.data as unknown as MetricsData);
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.query_logs };
  },
});

const nanoseconds = (ms: number): string => `${Math.round(ms)}000000`;
