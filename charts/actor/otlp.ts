/** Spans in OTLP's JSON encoding, as far as components use it. */
export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Kind of span; 2: server, 3: client. */
  readonly kind: 2 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  /** Status; code 2: error. */
  readonly status: { readonly code?: 2; readonly message?: string };
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

export type OtlpValue = { readonly stringValue: string } | { readonly intValue: number };
