import { type ActionTool, defineAction } from "../action.ts";
import { checkArguments, inputSchema, invalid } from "../arguments.ts";
import { ACTION_COSTS_MS, CONTENT_MAX_BYTES } from "../costs.ts";
import { type MetricsData, renderMetrics } from "../render-metrics.ts";
import { telemetryFailure } from "../telemetry-failure.ts";
import { parseMoment, parseSpan } from "../telemetry-time.ts";
import { type LogStream, renderLogs } from "./render-logs.ts";

const spec: ActionTool["spec"] = {
  name: "query_logs",
  description:
    'Asks Loki with a LogQL query for log lines of the last hour (or of since). Example: {namespace="NS", container="frontend"} |= "error". ' +
    "Streams have the labels namespace, pod, container and app. The newest lines are given, oldest first.",
  inputSchema: inputSchema(
    {
      query: { type: "string", description: 'LogQL: a stream selector in braces, and filters such as |= "text", != "text", |~ "regex".' },
      since: { type: "string", description: 'How far back, e.g. "15m". Default: 1h.' },
      end: { type: "string", description: "The end of the span: RFC 3339, Unix seconds, or a time ago. Default: now." },
      limit: { type: "integer", description: "So many lines at most, 1 to 1000. Default: 100.", minimum: 1, maximum: 1000 },
    },
    ["query"],
  ),
  mutating: false,
  contentMaxBytes: CONTENT_MAX_BYTES,
};

const HOUR_MS = 3_600_000;
const LIMIT_DEFAULT = 100;

export default defineAction({
  spec,
  run: async ({ cluster }, given) => {
    const checked = checkArguments(spec, given);
    if (!checked.ok) return checked.output;
    const { query, since, end, limit } = checked.args as {
      readonly query: string;
      readonly since?: string;
      readonly end?: string;
      readonly limit?: number;
    };
    const nowMs = cluster.clock.nowMs();
    const sinceMs = since === undefined ? HOUR_MS : parseSpan(since);
    if (!sinceMs) return invalid(`since ${JSON.stringify(since)} is not understood; write a duration such as "15m".`);
    const endMs = end === undefined ? nowMs : parseMoment(end, nowMs);
    if (endMs === undefined)
      return invalid(`end ${JSON.stringify(end)} is not understood; write RFC 3339, Unix seconds, or a time ago such as "10m".`);
    const params = {
      query,
      start: nanoseconds(endMs - sinceMs),
      end: nanoseconds(endMs),
      limit: String(limit ?? LIMIT_DEFAULT),
      direction: "backward",
    };
    const answer = await cluster.query({ api: "loki", path: "/loki/api/v1/query_range", params });
    const body = answer.body as { readonly data?: { readonly resultType: string; readonly result: readonly LogStream[] } };
    if (answer.status !== 200 || body.data === undefined) return telemetryFailure(answer, ACTION_COSTS_MS.query_logs);
    const content =
      body.data.resultType === "streams"
        ? renderLogs(body.data.result, limit ?? LIMIT_DEFAULT)
        : renderMetrics(body.data as unknown as MetricsData);
    return { status: "OK", content, hadEffect: false, costMs: ACTION_COSTS_MS.query_logs };
  },
});

const nanoseconds = (ms: number): string => `${Math.round(ms)}000000`;
