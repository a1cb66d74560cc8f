import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import type { Trace } from "#sim/telemetry/jaeger/trace-model.ts";
import { NOT_FOUND } from "#sim/telemetry/not-found.ts";
import type { Confinement } from "./ask-confined.ts";
import { askEndpoint } from "./ask-endpoint.ts";

/**
 * Queries a Jaeger that many slots share. Services have the same names in all of them, so traces are selected by the
 * namespace tag of their processes; those without one are left out.
 */
export const askOwnTraces = async (
  base: string,
  request: TelemetryRequest,
  { namespace, app }: Confinement,
): Promise<TelemetryResponse> => {
  const { path, params } = request;
  const names = new Set(app.components.map(({ name }) => name));
  if (path === "/api/services") return keep(await askEndpoint(base, request), (name: string) => names.has(name));
  const service = /^\/api\/services\/([^/]+)\/operations$/.exec(path)?.[1] ?? (path === "/api/operations" ? params["service"] : undefined);
  if (service !== undefined)
    return [...names].some((name) => encodeURIComponent(name) === service) ? await askEndpoint(base, request) : NOT_FOUND;
  const isOwn = (trace: Trace): boolean => isOf(trace, namespace);
  if (/^\/api\/traces\/[0-9a-fA-F]{1,32}$/.test(path)) return notEmpty(keep(await askEndpoint(base, request), isOwn));
  if (path !== "/api/traces") return NOT_FOUND;
  const tags = JSON.stringify({ ...parseTags(params["tags"]), [NAMESPACE_TAG]: namespace });
  return keep(await askEndpoint(base, { ...request, params: { ...params, tags } }), isOwn);
};

const NAMESPACE_TAG = "k8s.namespace.name";

const isOf = ({ processes }: Trace, namespace: string): boolean =>
  Object.keys(processes).length > 0 &&
  Object.values(processes).every(({ tags = [] }) => tags.some(({ key, value }) => key === NAMESPACE_TAG && value === namespace));

const parseTags = (text: string | undefined): object => {
  try {
    return (JSON.parse(text ?? "{}") ?? {}) as object;
  } catch {
    return {};
  }
};

/** Filters the list of an answer. */
const keep = <T>({ status, body }: TelemetryResponse, passes: (item: T) => boolean): TelemetryResponse => {
  const envelope = body as { readonly data?: readonly T[] | null } | null;
  if (!Array.isArray(envelope?.data)) return { status, body };
  const data = (envelope.data as readonly T[]).filter(passes);
  return { status, body: { ...envelope, data, total: data.length } };
};

const notEmpty = (answer: TelemetryResponse): TelemetryResponse =>
  (answer.body as { readonly data?: readonly unknown[] } | null)?.data?.length === 0
    ? { status: 404, body: { data: null, total: 0, limit: 0, offset: 0, errors: [{ code: 404, msg: "trace not found" }] } }
    : answer;
