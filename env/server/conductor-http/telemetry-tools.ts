import { z } from "zod";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import type { SseTool } from "../agent-http/serve-mcp-sse.ts";
import type { ConductedEpisode, TelemetryAnswer } from "./conducted-episode.ts";
import { defineTool } from "./define-tool.ts";

/** Names of the mounts of telemetry. */
export type TelemetryMount = TelemetryRequest["api"];

/** Creates the tools of the mounts `/prometheus`, `/loki` and `/jaeger`. @param nowMs clock of the agent, ms since the Unix epoch */
export const createTelemetryTools = (
  episode: ConductedEpisode,
  nowMs: () => number,
): Readonly<Record<TelemetryMount, readonly SseTool[]>> => {
  const askFor =
    (api: TelemetryMount) =>
    async (path: string, params: TelemetryRequest["params"], render: (data: unknown) => string): Promise<string> => {
      const { status, body } = await episode.ask({ api, path, params });
      return status === 200 ? render(Object(body).data) : `Error: ${api} answered ${status}: ${reasonOf(body)}`;
    };
  return {
    prometheus: prometheusTools(askFor("prometheus")),
    loki: lokiTools(askFor("loki"), nowMs),
    jaeger: jaegerTools(askFor("jaeger"), nowMs),
  };
};

type Ask = (path: string, params: TelemetryRequest["params"], render: (data: unknown) => string) => Promise<string>;

/** Sentence of an error answer. */
const reasonOf = (body: TelemetryAnswer["body"]): string => {
  const { error, errors } = Object(body) as { readonly error?: string; readonly errors?: readonly { readonly msg: string }[] };
  return error ?? errors?.map(({ msg }) => msg).join("; ") ?? `${typeof body === "string" ? body.trim() : JSON.stringify(body)}`;
};

const asJson = (data: unknown): string => JSON.stringify(data ?? null);

const prometheusTools = (ask: Ask): readonly SseTool[] => [
  defineTool({
    name: "get_metrics",
    description: "Asks Prometheus for the present values of a PromQL expression.",
    arguments: { query: z.string().describe("PromQL expression, such as sum by (pod) (rate(container_cpu_usage_seconds_total[5m])).") },
    run: async ({ query }) => await ask("/api/v1/query", { query }, asJson),
  }),
  defineTool({
    name: "get_alerts",
    description: "Lists the alerts that fire, with their labels and annotations.",
    arguments: {},
    run: async () =>
      await ask("/api/v1/alerts", {}, (data) => {
        const firing = (Object(data) as { readonly alerts?: readonly { readonly state: string }[] }).alerts?.filter(
          ({ state }) => state === "firing",
        );
        return firing === undefined || firing.length === 0 ? "No firing alerts" : asJson(firing);
      }),
  }),
];

const lokiTools = (ask: Ask, nowMs: () => number): readonly SseTool[] => [
  defineTool({
    name: "get_logs",
    description: `Reads logs by a LogQL query, at most ${LOG_LINES_MAX} lines, each with its time and labels.`,
    arguments: {
      query: z.string().describe('LogQL query, such as {namespace="shop"} |= "error".'),
      last_n_minutes: minutes.default(15).describe("Length of the time up to now, minutes."),
    },
    run: async ({ query, last_n_minutes: length }) =>
      await ask(
        "/loki/api/v1/query_range",
        { query, start: `${nowMs() - length * MINUTE_MS}000000`, end: `${nowMs()}000000`, limit: `${LOG_LINES_MAX}` },
        renderLogs,
      ),
  }),
  defineTool({
    name: "get_labels",
    description: "Lists the labels that logs have.",
    arguments: {},
    run: async () => await ask("/loki/api/v1/labels", {}, (names) => renderList("Labels of logs", names)),
  }),
  defineTool({
    name: "get_label_values",
    description: "Lists the values of a label of logs.",
    arguments: { label: z.string().describe("Name of the label, such as app.") },
    run: async ({ label }) =>
      await ask(`/loki/api/v1/label/${encodeURIComponent(label)}/values`, {}, (values) => renderList(`Values of ${label}`, values)),
  }),
];

const jaegerTools = (ask: Ask, nowMs: () => number): readonly SseTool[] => [
  defineTool({
    name: "get_services",
    description: "Lists the services that have traces.",
    arguments: {},
    run: async () => await ask("/api/services", {}, asJson),
  }),
  defineTool({
    name: "get_operations",
    description: "Lists the operations of a service in traces.",
    arguments: { service: z.string().describe("Name of the service.") },
    run: async ({ service }) => await ask("/api/operations", { service }, asJson),
  }),
  defineTool({
    name: "get_traces",
    description: `Reads the latest traces of a service, at most ${TRACES_MAX}.`,
    arguments: {
      service: z.string().describe("Name of the service."),
      last_n_minutes: minutes.describe("Length of the time up to now, minutes."),
    },
    run: async ({ service, last_n_minutes: length }) =>
      await ask(
        "/api/traces",
        { service, start: `${nowMs() - length * MINUTE_MS}000`, end: `${nowMs()}000`, limit: `${TRACES_MAX}` },
        asJson,
      ),
  }),
  defineTool({
    name: "get_dependency_graph",
    description: "Reads which service calls which, and how often.",
    arguments: { last_n_minutes: minutes.default(30).describe("Length of the time up to now, minutes.") },
    run: async ({ last_n_minutes: length }) =>
      await ask("/api/dependencies", { endTs: `${nowMs()}`, lookback: `${length * MINUTE_MS}` }, asJson),
  }),
];

const MINUTE_MS = 60_000;
/** Entries of logs in one answer. */
const LOG_LINES_MAX = 100;
/** Traces in one answer. */
const TRACES_MAX = 20;

/** Minutes up to a week. */
const minutes = z.coerce.number().int().min(1).max(10_080);

interface LogStream {
  readonly stream: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [nanoseconds: string, line: string])[];
}

const renderLogs = (data: unknown): string => {
  const { result = [] } = Object(data) as { readonly result?: readonly LogStream[] };
  const lines = result.flatMap(({ stream, values }) => {
    const labels = Object.entries(stream)
      .map(([name, value]) => `${name}=${value}`)
      .join(", ");
    return values.map(([nanoseconds, line]) => `[${new Date(Number(nanoseconds) / 1e6).toISOString()}] [${labels}] ${line}`);
  });
  return lines.length === 0 ? "No log line matches the query." : lines.join("\n");
};

const renderList = (title: string, data: unknown): string => {
  const names = (data ?? []) as readonly string[];
  return names.length === 0 ? `${title}: none` : [`${title}:`, ...names.map((name) => `  - ${name}`)].join("\n");
};
