import type { IncomingMessage, ServerResponse } from "node:http";
import { DrillError } from "#core/drill-error.ts";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import type { TelemetryText } from "../../host/kube-streams/ask-telemetry.ts";
import { compress } from "../kube-http/compress.ts";
import { readBody } from "../kube-http/read-body.ts";
import type { AgentService } from "./open-agent-endpoint.ts";

/** Answers a request to one of the telemetry APIs of an episode. @throws DrillError EPISODE_ENDED, … */
export type AskTelemetry = (request: TelemetryRequest) => Promise<TelemetryText>;

/** Creates the services that speak as Prometheus, Loki and Jaeger do. */
export const createTelemetryServices = (ask: AskTelemetry): Readonly<Record<TelemetryRequest["api"], AgentService>> => {
  let waiting = 0;
  const serviceOf =
    (api: TelemetryRequest["api"]): AgentService =>
    async ({ request, response, path, query }) => {
      const form = await readForm(request, api, path, query);
      if (typeof form === "number") return sendText(response, form);
      if (waiting >= WAITING_MAX) return sendText(response, 429);
      waiting += 1;
      try {
        await send(request, response, await ask({ api, path, params: form }));
      } catch (cause) {
        const isOver = cause instanceof DrillError && cause.code === "EPISODE_ENDED";
        sendText(response, isOver ? 401 : 503);
      } finally {
        waiting -= 1;
      }
    };
  return { prometheus: serviceOf("prometheus"), loki: serviceOf("loki"), jaeger: serviceOf("jaeger") };
};

/** Maximum number of requests of one episode that wait for their answers. */
const WAITING_MAX = 256;
const FORM_BYTES_MAX = 1024 * 1024;

/** Paths that take a form by POST too. */
const FORMS: Readonly<Record<TelemetryRequest["api"], RegExp>> = {
  prometheus: /^\/api\/v1\/(query|query_range|query_exemplars|series|labels|format_query|parse_query)$/,
  loki: /^\/loki\/api\/v1\/(query|query_range|series|labels?|label\/[^/]+\/values|index\/stats)$/,
  jaeger: /^$/,
};

/** Parameters that may be given several times, and are passed on as lines. */
const REPEATED: ReadonlySet<string> = new Set(["match[]", "match", "tag"]);

/** The parameters of a request, or the status of its refusal. As in Go, those of a body come before those of the address. */
const readForm = async (
  request: IncomingMessage,
  api: TelemetryRequest["api"],
  path: string,
  query: string,
): Promise<TelemetryRequest["params"] | 405 | 413> => {
  const isForm = request.method === "POST" && FORMS[api].test(path);
  const body = await readBody(request, FORM_BYTES_MAX);
  if (body === undefined) return 413;
  if (request.method !== "GET" && !isForm) return 405;
  const isEncoded = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  const params = new Map<string, string>();
  for (const text of [isForm && isEncoded ? body.toString("utf8") : "", query])
    for (const [name, value] of new URLSearchParams(text)) {
      const before = params.get(name);
      if (before === undefined) params.set(name, value);
      else if (REPEATED.has(name)) params.set(name, `${before}\n${value}`);
    }
  return Object.fromEntries(params);
};

const send = async (request: IncomingMessage, response: ServerResponse, { status, contentType, text }: TelemetryText): Promise<void> => {
  const accepts = request.headers["accept-encoding"];
  const { data, headers } = await compress(Buffer.from(text), contentType, Array.isArray(accepts) ? accepts.join(",") : accepts);
  response.writeHead(status, { "content-type": contentType, ...headers, "content-length": data.length }).end(data);
};

const sendText = (response: ServerResponse, status: keyof typeof TEXTS): void => {
  const headers = { "content-type": "text/plain; charset=utf-8", ...(status === 401 && { "www-authenticate": "Bearer" }) };
  response.writeHead(status, headers).end(`${TEXTS[status]}\n`);
};

const TEXTS = {
  401: "Unauthorized",
  405: "Method Not Allowed",
  413: "http: request body too large",
  429: "Too Many Requests",
  503: "Service Unavailable",
} as const;
