import type { TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import type { ActionOutput } from "./action.ts";

/** The answer to a query that the telemetry API refused, in its own words. */
export const telemetryFailure = ({ status, body }: TelemetryResponse, costMs: number): ActionOutput => {
  const { error, errorType, message } = (typeof body === "object" && body !== null ? body : {}) as {
    readonly error?: string;
    readonly errorType?: string;
    readonly message?: string;
  };
  const text = typeof body === "string" ? body.trim() : (error ?? message ?? `the server answered with status ${status}`);
  return {
    status: "TOOL_ERROR",
    content: errorType === undefined ? text : `${errorType}: ${text}`,
    errorCode: "QUERY_REFUSED",
    hadEffect: false,
    costMs,
  };
};
