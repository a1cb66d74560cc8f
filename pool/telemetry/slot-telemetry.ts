import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";

/** Metrics, logs and traces of one slot; nobody sees any other slot's. */
export interface SlotTelemetry {
  query(request: TelemetryRequest): Promise<TelemetryResponse>;
  /** Forgets what there was: the next episode begins here. */
  forget(): void;
  close(): void;
}
