import type { TelemetryResponse } from "#kube/ports/telemetry-port.ts";

/** What Go's own server says of a path that nobody serves. */
export const NOT_FOUND: TelemetryResponse = Object.freeze({ status: 404, body: "404 page not found\n" });
