import { WorkLimitError } from "#core/work-limit-error.ts";
import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import { shiftBody, shiftRequest } from "./shift-telemetry.ts";

/** Answers a request to a telemetry API. */
export type TelemetryQuery = (request: TelemetryRequest) => Promise<TelemetryResponse>;

/** An answer of a telemetry API as it is sent. */
export interface TelemetryText {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * Asks a telemetry API for a client whose clock is `shiftMs` ahead of the world's. What takes too much work or is too large is refused as
 * the real program refuses it.
 */
export const askTelemetry = async (query: TelemetryQuery, request: TelemetryRequest, shiftMs: number): Promise<TelemetryText> => {
  const { api } = request;
  try {
    const { status, body } = await query(shiftRequest(request, -shiftMs));
    const answer = write(api, status, shiftBody(api, body, shiftMs));
    return answer.text.length > ANSWER_MAX ? tooMuch(api) : answer;
  } catch (cause) {
    if (cause instanceof WorkLimitError || cause instanceof RangeError) return tooMuch(api);
    if (cause instanceof URIError) return write(api, 400, "invalid URL escape\n");
    throw cause;
  }
};

/** Maximum length of an answer, characters. */
const ANSWER_MAX = 8 * 1024 * 1024;

const write = (api: TelemetryRequest["api"], status: number, body: unknown): TelemetryText =>
  typeof body === "string"
    ? { status, contentType: "text/plain; charset=utf-8", text: body }
    : { status, contentType: api === "loki" ? "application/json; charset=UTF-8" : "application/json", text: JSON.stringify(body) };

const tooMuch = (api: TelemetryRequest["api"]): TelemetryText => write(api, ...TOO_MUCH[api]);

const TOO_MUCH: Readonly<Record<TelemetryRequest["api"], readonly [status: number, body: unknown]>> = {
  prometheus: [
    422,
    {
      status: "error",
      errorType: "execution",
      error: "query processing would load too many samples into memory in query execution",
    },
  ],
  loki: [400, "the query would read too many bytes; consider adding more specific stream selectors or reduce the time range of the query"],
  jaeger: [
    500,
    { data: null, total: 0, limit: 0, offset: 0, errors: [{ code: 500, msg: "stream error: received message larger than max" }] },
  ],
};
