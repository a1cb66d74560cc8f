import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";

/** Metrics, logs and traces of one slot alone. */
export interface SlotTelemetry {
  query(request: TelemetryRequest): Promise<TelemetryResponse>;
  /** Removes everything, for the next episode. */
  forget(): void;
  close(): void;
}
