import type { AppRecord } from "#kube/app/app.ts";
import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import { LogqlError } from "#sim/telemetry/logql/logql-error.ts";
import { NOT_FOUND } from "#sim/telemetry/not-found.ts";
import { PromqlError } from "#sim/telemetry/promql/promql-error.ts";
import { askEndpoint } from "./ask-endpoint.ts";
import { confineLogql } from "./confine-logql.ts";
import { confinePromql } from "./confine-promql.ts";
import { askOwnTraces } from "./own-traces.ts";

/** Rewrites by which queries to an endpoint of the whole cluster are confined to one slot. */
export interface Confinement {
  readonly namespace: string;
  readonly app: AppRecord;
}

/**
 * Queries an endpoint for the data of one slot. An address with `{namespace}` in it leads to the slot's own data, and
 * is queried as it is; other endpoints offer only queries that can be confined.
 */
export const askConfined = async (address: string, request: TelemetryRequest, confinement: Confinement): Promise<TelemetryResponse> => {
  const base = address.replaceAll(PLACEHOLDER, confinement.namespace);
  if (base !== address) return await askEndpoint(base, request);
  try {
    return await ASK[request.api](base, request, confinement);
  } catch (cause) {
    if (cause instanceof LogqlError) return { status: 400, body: cause.message };
    if (cause instanceof PromqlError)
      return { status: 400, body: { status: "error", errorType: "bad_data", error: `invalid parameter "query": ${cause.message}` } };
    throw cause;
  }
};

/** Placeholder for the slot's namespace in an address. */
const PLACEHOLDER = "{namespace}";

type Ask = (base: string, request: TelemetryRequest, confinement: Confinement) => Promise<TelemetryResponse>;

const askPrometheus: Ask = async (base, request, { namespace }) => {
  const { path, params } = request;
  if (path === "/api/v1/alerts") return ownAlerts(await askEndpoint(base, request), namespace);
  if (path === "/api/v1/metadata") return await askEndpoint(base, request);
  if (path === "/api/v1/query" || path === "/api/v1/query_range")
    return await askEndpoint(base, { ...request, params: { ...params, query: confinePromql(params["query"] ?? "", namespace) } });
  if (!/^\/api\/v1\/(series|labels|label\/[^/]+\/values)$/.test(path)) return NOT_FOUND;
  const selectors = (params["match[]"] ?? "").split("\n").filter((text) => text !== "");
  const confined = selectors.length === 0 ? [`{namespace="${namespace}"}`] : selectors.map((text) => confinePromql(text, namespace));
  return await askEndpoint(base, { ...request, params: { ...params, "match[]": confined.join("\n") } });
};

const ownAlerts = ({ status, body }: TelemetryResponse, namespace: string): TelemetryResponse => {
  const alerts = (body as { readonly data?: { readonly alerts?: readonly LabelledAlert[] } } | null)?.data?.alerts;
  if (alerts === undefined) return { status, body };
  return { status, body: { status: "success", data: { alerts: alerts.filter(({ labels }) => labels?.["namespace"] === namespace) } } };
};

interface LabelledAlert {
  readonly labels?: Readonly<Record<string, string>>;
}

const askLoki: Ask = async (base, request, { namespace }) => {
  const { path, params } = request;
  if (/^\/loki\/api\/v1\/query(_range)?$/.test(path))
    return await askEndpoint(base, { ...request, params: { ...params, query: confineLogql(params["query"] ?? "", namespace) } });
  if (!/^\/loki\/api\/v1\/(labels|label\/[^/]+\/values)$/.test(path)) return NOT_FOUND;
  const query = params["query"] === undefined ? `{namespace="${namespace}"}` : confineLogql(params["query"], namespace);
  return await askEndpoint(base, { ...request, params: { ...params, query } });
};

const ASK: Readonly<Record<TelemetryRequest["api"], Ask>> = { prometheus: askPrometheus, loki: askLoki, jaeger: askOwnTraces };
