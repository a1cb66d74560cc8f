/** A GET on one of the telemetry HTTP APIs. */
export interface TelemetryRequest {
  readonly api: "prometheus" | "loki" | "jaeger";
  /** `/api/v1/query`, `/loki/api/v1/query_range`, `/api/traces`, … as the real program serves it. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Answer of a telemetry API; `body` is its parsed JSON. */
export interface TelemetryResponse {
  readonly status: number;
  readonly body: unknown;
}
