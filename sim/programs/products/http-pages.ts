/** Static pages of servers, by served API, then by path. */
export const HTTP_PAGES: Readonly<Record<string, Readonly<Record<string, { readonly status: number; readonly body: string }>>>> = {
  "http/jaeger": {
    "/": { status: 200, body: "<!doctype html><title>Jaeger UI</title>" },
    "/search": { status: 200, body: "<!doctype html><title>Jaeger UI</title>" },
    "/api/services": { status: 200, body: '{"data":[],"total":0,"limit":0,"offset":0,"errors":null}' },
  },
  "http/jaeger-admin": { "/": { status: 200, body: '{"status":"Server available"}' } },
  "http/jaeger-collector": {},
  "http/jaeger-agent": {},
  "http/grafana": {
    "/": { status: 200, body: "<!DOCTYPE html><title>Grafana</title>" },
    "/api/health": { status: 200, body: '{"database":"ok","version":"12.2.0","commit":"92f1fba9b4"}' },
  },
  "http/opensearch": {
    "/": { status: 200, body: '{"cluster_name":"docker-cluster","version":{"distribution":"opensearch","number":"3.2.0"}}' },
    "/_cluster/health": { status: 200, body: '{"cluster_name":"docker-cluster","status":"green","number_of_nodes":1}' },
  },
  "http/coredns-health": { "/health": { status: 200, body: "OK" } },
  "http/coredns-ready": { "/ready": { status: 200, body: "OK" } },
  "http/kube-proxy-health": { "/healthz": { status: 200, body: "{}" }, "/livez": { status: 200, body: "{}" } },
};
