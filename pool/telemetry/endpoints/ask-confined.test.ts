import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { AppRecord } from "#kube/app/app.ts";
import { askConfined } from "./ask-confined.ts";
import { askEndpoint } from "./ask-endpoint.ts";

const APP = { components: [{ name: "web" }, { name: "api" }] } as unknown as AppRecord;
const OWN = { namespace: "shop-a", app: APP };

let server: Server | undefined;
const asked: { readonly path: string; readonly params: readonly (readonly [string, string])[]; readonly login: string | undefined }[] = [];

/** Starts a server that answers everything alike, or never. @returns its address */
const serve = async (answer: unknown, status = 200): Promise<string> => {
  asked.length = 0;
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://here");
    asked.push({ path: pathname, params: [...searchParams], login: request.headers.authorization });
    if (answer !== "silence") response.writeHead(status).end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const prometheus = (path: string, params = {}) => ({ api: "prometheus", path, params }) as const;

test("queries reach the endpoint with the slot's namespace in every selector", async () => {
  const base = await serve({ status: "success", data: { resultType: "vector", result: [] } });
  const address = `${base.replace("//", "//me:secret@")}/under/`;
  await askConfined(address, prometheus("/api/v1/query", { query: "up", time: "5" }), OWN);
  await askConfined(address, prometheus("/api/v1/labels"), OWN);
  await askConfined(address, prometheus("/api/v1/series", { "match[]": "up\nx" }), OWN);
  await askConfined(address, { api: "loki", path: "/loki/api/v1/query_range", params: { query: '{app="x"}' } }, OWN);
  expect(asked.map(({ path, params }) => [path, params])).toEqual([
    [
      "/under/api/v1/query",
      [
        ["query", 'up{namespace="shop-a"}'],
        ["time", "5"],
      ],
    ],
    ["/under/api/v1/labels", [["match[]", '{namespace="shop-a"}']]],
    [
      "/under/api/v1/series",
      [
        ["match[]", 'up{namespace="shop-a"}'],
        ["match[]", 'x{namespace="shop-a"}'],
      ],
    ],
    ["/under/loki/api/v1/query_range", [["query", '{namespace="shop-a",app="x"}']]],
  ]);
  expect(asked[0]?.login).toBe(`Basic ${Buffer.from("me:secret").toString("base64")}`);
});

test("what cannot be kept to the slot is not offered", async () => {
  const base = await serve({ status: "success", data: {} });
  for (const path of ["/api/v1/targets", "/api/v1/rules", "/federate", "/api/v1/status/config"])
    expect((await askConfined(base, prometheus(path), OWN)).status).toBe(404);
  expect((await askConfined(base, { api: "jaeger", path: "/api/dependencies", params: {} }, OWN)).status).toBe(404);
  expect(await askConfined(base, prometheus("/api/v1/query", { query: "up{" }), OWN)).toMatchObject({ status: 400 });
  expect(asked).toEqual([]);
});

test("of alerts and traces only the slot's own are told", async () => {
  const alert = (namespace: string) => ({ labels: { alertname: "Down", namespace } });
  const alerts = await askConfined(
    await serve({ status: "success", data: { alerts: [alert("shop-a"), alert("shop-b"), { labels: {} }] } }),
    prometheus("/api/v1/alerts"),
    OWN,
  );
  expect(alerts.body).toEqual({ status: "success", data: { alerts: [alert("shop-a")] } });
  server?.close();
  const trace = (traceID: string, ...namespaces: readonly string[]) => ({
    traceID,
    spans: [],
    processes: Object.fromEntries(
      namespaces.map((value, i) => [
        `p${i}`,
        { serviceName: "web", tags: value === "" ? [] : [{ key: "k8s.namespace.name", type: "string", value }] },
      ]),
    ),
  });
  const data = [trace("1", "shop-a", "shop-a"), trace("2", "shop-b"), trace("3", "shop-a", "shop-b"), trace("4", ""), trace("5")];
  const traces = await askConfined(
    await serve({ data, total: 5, errors: null }),
    { api: "jaeger", path: "/api/traces", params: { service: "web" } },
    OWN,
  );
  expect(traces.body).toEqual({ data: [trace("1", "shop-a", "shop-a")], total: 1, errors: null });
  expect(asked[0]?.params).toContainEqual(["tags", '{"k8s.namespace.name":"shop-a"}']);
});

test("an address with the namespace in it is the slot's own", async () => {
  const base = await serve("ready");
  await askConfined(`${base}/{namespace}`, { api: "jaeger", path: "/api/dependencies", params: {} }, OWN);
  expect(asked.map(({ path }) => path)).toEqual(["/shop-a/api/dependencies"]);
});

test("an endpoint that is away, silent or refuses is an answer that says so, and not where it is", async () => {
  const base = await serve("silence");
  const request = prometheus("/api/v1/query", { query: "up" });
  const late = await askEndpoint(base, request, 50);
  expect(late).toEqual({
    status: 504,
    body: { status: "error", errorType: "unavailable", error: "Prometheus does not answer within 0.05 s" },
  });
  server?.closeAllConnections();
  server?.close();
  const away = await askEndpoint(base, request);
  expect(away).toEqual({ status: 502, body: { status: "error", errorType: "unavailable", error: "Prometheus cannot be reached" } });
  expect(await askEndpoint(await serve("too many outstanding requests\n", 429), request)).toEqual({
    status: 429,
    body: "too many outstanding requests\n",
  });
});
