/** A GET on one of the telemetry HTTP APIs. */
export interface TelemetryRequest {
  readonly api: "prometheus" | "loki" | "jaeger";
  /** `/api/v1/query`, `/loki/api/v1/query_range`, `/api/traces`, … as the real program serves it. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What the telemetry API answered; `body` is its JSON. */
export interface TelemetryResponse {
  readonly status: number;
  readonly body: unknown;
}
