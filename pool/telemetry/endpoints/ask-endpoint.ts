import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";

/**
 * Queries a Prometheus, Loki or Jaeger of the operator. One that is unreachable, slow or too verbose is an answer with
 * the reason, without its address, since the caller may be an agent.
 */
export const askEndpoint = async (
  base: string,
  { api, path, params }: TelemetryRequest,
  timeoutMs = TIMEOUT_MS,
): Promise<TelemetryResponse> => {
  try {
    const { url, headers } = addressOf(base, path, params);
    const answer = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const text = await readBounded(answer);
    if (text === undefined) return failure(502, `${NAMES[api]} answers with more than ${BODY_MAX_BYTES} bytes; ask for less`);
    return { status: answer.status, body: parsed(text) };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    return failure(isLate ? 504 : 502, `${NAMES[api]} ${isLate ? `does not answer within ${timeoutMs / 1000} s` : "cannot be reached"}`);
  }
};

const NAMES: Readonly<Record<TelemetryRequest["api"], string>> = { prometheus: "Prometheus", loki: "Loki", jaeger: "Jaeger" };
const TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 16_777_216;

const failure = (status: number, error: string): TelemetryResponse => ({
  status,
  body: { status: "error", errorType: "unavailable", error },
});

/** Address of a request: name and password become a header; several `match[]` are separated by line breaks. */
const addressOf = (
  base: string,
  path: string,
  params: TelemetryRequest["params"],
): { readonly url: URL; readonly headers: Record<string, string> } => {
  const url = new URL(base);
  const login = url.username === "" ? undefined : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = "";
  url.password = "";
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  for (const [name, value] of Object.entries(params))
    for (const one of name === "match[]" ? value.split("\n") : [value]) url.searchParams.append(name, one);
  const headers = {
    Accept: "application/json",
    ...(login !== undefined && { Authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
  };
  return { url, headers };
};

/** Reads a body; undefined if it is longer than the bound. */
const readBounded = async (answer: Response): Promise<string | undefined> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > BODY_MAX_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
};

/** Parses JSON; plain text, as in Loki's errors, is returned as it is. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
