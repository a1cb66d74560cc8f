import type { AlertRule } from "./alerts/alert-rules.ts";
import type { AlertState } from "./alerts/alert-state.ts";
import type { TraceSearch } from "./jaeger/search-traces.ts";
import type { Trace } from "./jaeger/trace-model.ts";
import type { LogStream } from "./logql/log-stream.ts";
import type { Labels } from "./promql/labels.ts";
import type { Matcher, SeriesSource } from "./promql/series.ts";

/**
 * Source of metrics, logs and traces: derived from a world's histories, or collected from a real cluster. Query engines know nothing else
 * of either, so that a query means the same in both.
 */
export interface TelemetrySource {
  /** Nothing lies beyond it. */
  nowMs(): number;
  readonly metrics: MetricSource;
  readonly logs: LogSource;
  readonly traces: TraceSource;
}

/** The samples, and what Prometheus knows beside them. */
export interface MetricSource extends SeriesSource {
  /** The label sets of the series that had samples in a span of time, some more than once. */
  list(matchers: readonly Matcher[], fromMs: number, toMs: number): readonly Labels[];
  /** Metadata of all metrics, sorted by name. */
  families(): readonly MetricHead[];
  /** The rules as their newest evaluation left them: the same object until the next one. */
  alerts(): AlertState;
  /** The rules that are evaluated. */
  rules(): readonly AlertRule[];
}

/** Metadata of a metric. */
export interface MetricHead {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary" | "unknown";
  readonly help: string;
}

export interface LogSource {
  /** The streams that pass all matchers, in the order of their labels. */
  streams(matchers: readonly Matcher[]): readonly LogStream[];
}

export interface TraceSource {
  /** Names of all spans. */
  spans(): readonly SpanName[];
  /** The newest traces that a search finds. */
  search(search: TraceSearch): readonly Trace[];
  /** @param id 32 hex digits */
  byId(id: string): Trace | undefined;
  /** Calls between services that began in a span of time; those without calls may be left out. */
  calls(fromMs: number, toMs: number): readonly ServiceCalls[];
}

export interface SpanName {
  readonly service: string;
  readonly operation: string;
  readonly kind: "server" | "client";
}

export interface ServiceCalls {
  readonly parent: string;
  readonly child: string;
  readonly callCount: number;
}
