import type { TelemetryResponse } from "#kube/ports/telemetry-port.ts";

/** Answer of Go's HTTP server for an unknown path. */
export const NOT_FOUND: TelemetryResponse = Object.freeze({ status: 404, body: "404 page not found\n" });
