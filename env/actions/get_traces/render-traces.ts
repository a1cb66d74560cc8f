import { isFailed, parentOf, type Span, type Trace, tagOf } from "../jaeger-trace.ts";
import { clockText } from "../telemetry-time.ts";

/** Maximum number of spans shown of a trace. */
const SPANS_MAX = 60;

/** Renders traces as trees of calls with durations and errors. */
export const renderTraces = (traces: readonly Trace[]): string =>
  traces.length === 0 ? "No traces match.\n" : `${traces.map(renderTrace).join("\n\n")}\n`;

const renderTrace = (trace: Trace): string => {
  const spans = [...trace.spans].sort((a, b) => a.startTime - b.startTime || (a.spanID < b.spanID ? -1 : 1));
  const first = spans[0];
  if (first === undefined) return `trace ${trace.traceID}: no spans`;
  const total = Math.max(...spans.map((span) => span.startTime + span.duration)) - first.startTime;
  const errors = spans.filter(isFailed).length;
  const lines = [
    `trace ${trace.traceID}  ${clockText(first.startTime / 1000)}  ${milliseconds(total)}  ${spans.length} spans${errors > 0 ? `  ${errors} with errors` : ""}`,
  ];
  const known = new Set(spans.map(({ spanID }) => spanID));
  const roots = spans.filter((span) => !known.has(parentOf(span) ?? ""));
  for (const root of roots) appendTree(lines, { trace, spans, span: root, depth: 1 });
  return lines.length > SPANS_MAX + 1
    ? [...lines.slice(0, SPANS_MAX + 1), `  ... ${lines.length - SPANS_MAX - 1} more spans`].join("\n")
    : lines.join("\n");
};

interface Place {
  readonly trace: Trace;
  readonly spans: readonly Span[];
  readonly span: Span;
  readonly depth: number;
}

/** Maximum depth of a call tree. */
const DEPTH_MAX = 32;

const appendTree = (lines: string[], { trace, spans, span, depth }: Place): void => {
  const status = statusText(span);
  lines.push(
    `${"  ".repeat(depth)}${trace.processes[span.processID]?.serviceName ?? "?"} ${span.operationName}  ${milliseconds(span.duration)}${status}`,
  );
  if (depth >= DEPTH_MAX) return;
  for (const child of spans)
    if (parentOf(child) === span.spanID && child !== span) appendTree(lines, { trace, spans, span: child, depth: depth + 1 });
};

const statusText = (span: Span): string => {
  const code = tagOf(span, "http.status_code") ?? tagOf(span, "grpc.status_code") ?? tagOf(span, "rpc.grpc.status_code");
  const message = tagOf(span, "error.message") ?? tagOf(span, "otel.status_description") ?? tagOf(span, "message");
  return `${code === undefined ? "" : `  status ${String(code)}`}${isFailed(span) ? "  ERROR" : ""}${message === undefined ? "" : ` ${String(message)}`}`;
};

const milliseconds = (microseconds: number): string => `${Number((microseconds / 1000).toFixed(microseconds < 10_000 ? 2 : 0))} ms`;
