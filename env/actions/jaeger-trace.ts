/** A trace in Jaeger's JSON. */
export interface Trace {
  readonly traceID: string;
  readonly spans: readonly Span[];
  readonly processes: Readonly<Record<string, { readonly serviceName: string }>>;
}

/** One call, or one side of it, as Jaeger returns it. */
export interface Span {
  readonly spanID: string;
  readonly operationName: string;
  /** Microseconds since the Unix epoch. */
  readonly startTime: number;
  /** Microseconds. */
  readonly duration: number;
  readonly processID: string;
  readonly references?: readonly { readonly refType?: string; readonly spanID: string }[];
  readonly tags?: readonly { readonly key: string; readonly value: unknown }[];
}

/** Id of the span that caused this one; undefined for the root of a trace. */
export const parentOf = (span: Span): string | undefined => span.references?.[0]?.spanID;

/** Value of a span's tag; undefined if it has none. */
export const tagOf = (span: Span, key: string): unknown => span.tags?.find((tag) => tag.key === key)?.value;

/** Returns true for a span with an error, tagged as OpenTracing or OpenTelemetry tag it. */
export const isFailed = (span: Span): boolean =>
  tagOf(span, "error") === true || tagOf(span, "error") === "true" || tagOf(span, "otel.status_code") === "ERROR";
