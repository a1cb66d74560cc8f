import { expect, test } from "vitest";
import { putObject, removeObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import {
  appendRow,
  createShop,
  deploymentOf,
  endProcess,
  MINUTE,
  NAMESPACE,
  podName,
  processOf,
  putPod,
  SECOND,
  sliceOf,
  startProcess,
} from "./hand-made-world.cases.ts";
import { queryTelemetry } from "./query-telemetry.ts";

const REFUSED = { share: 0.4, cause: "refused", message: "rpc error: code = Unavailable desc = connection refused", afterMs: 1 };

const run = (world: World, ms: number): void => world.runUntil(world.nowMs() + ms);

const get = (world: World, path: string, params: Readonly<Record<string, string>> = {}) =>
  queryTelemetry(world, { api: "prometheus", path, params });

type Vector = readonly { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] }[];

const vectorOf = (world: World, query: string): Vector => {
  const { status, body } = get(world, "/api/v1/query", { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: { result: Vector } }).data.result;
};

const single = (world: World, query: string): number => {
  const vector = vectorOf(world, query);
  expect(vector.length, query).toBe(1);
  return Number(vector[0]?.value[1]);
};

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: string;
  readonly activeAt: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const alertsOf = (world: World): readonly Alert[] =>
  (get(world, "/api/v1/alerts").body as { data: { alerts: readonly Alert[] } }).data.alerts;

const alertNames = (world: World, state: string): readonly string[] =>
  [
    ...new Set(
      alertsOf(world)
        .filter((alert) => alert.state === state)
        .map(({ labels }) => labels["alertname"] as string),
    ),
  ].sort();

test("the count of spans is the count of the histogram, and its +Inf bucket", () => {
  const world = createShop();
  run(world, 10 * MINUTE);
  appendRow(world, { errors: [REFUSED] });
  run(world, 10 * MINUTE);
  const by = "sum by (service_name, span_kind, status_code)";
  const name = "traces_span_metrics";
  expect(vectorOf(world, `${by} (${name}_calls_total) != ${by} (${name}_duration_milliseconds_count)`)).toEqual([]);
  expect(vectorOf(world, `${by} (${name}_calls_total) != ${by} (${name}_duration_milliseconds_bucket{le="+Inf"})`)).toEqual([]);
  const mean = single(
    world,
    `rate(${name}_duration_milliseconds_sum{service_name="web", span_kind="SPAN_KIND_SERVER", status_code="STATUS_CODE_UNSET"}[5m]) / rate(${name}_duration_milliseconds_count{service_name="web", span_kind="SPAN_KIND_SERVER", status_code="STATUS_CODE_UNSET"}[5m])`,
  );
  expect(mean).toBeCloseTo(25, 1);
});

test("rates follow the flow within the noise of counting, and never fall", () => {
  const world = createShop();
  run(world, 20 * MINUTE);
  const served = 'traces_span_metrics_calls_total{service_name="web", span_kind="SPAN_KIND_SERVER"}';
  expect(single(world, `rate(${served}[15m])`)).toBeCloseTo(40, 0);
  expect(single(world, `resets(${served}[15m])`)).toBe(0);
  const shortest = single(world, `min_over_time(rate(${served}[30s])[15m:15s])`);
  const longest = single(world, `max_over_time(rate(${served}[30s])[15m:15s])`);
  expect(shortest).toBeGreaterThan(30);
  expect(shortest).toBeLessThan(40);
  expect(longest).toBeLessThan(50);
});

test("no counter falls while traffic changes from second to second", () => {
  const world = createShop();
  for (let i = 0; i < 120; i++) {
    run(world, 1700);
    appendRow(world, { rate: 5 + (i % 7) * 9, errors: i % 3 === 0 ? [REFUSED] : [], cartMeanMs: 5 + i });
  }
  run(world, MINUTE);
  const duration = "traces_span_metrics_duration_milliseconds";
  for (const name of ["traces_span_metrics_calls_total", `${duration}_bucket`, `${duration}_sum`, "container_cpu_usage_seconds_total"]) {
    expect(vectorOf(world, `resets(${name}[5m]) > 0`), name).toEqual([]);
  }
  const buckets = vectorOf(world, 'traces_span_metrics_duration_milliseconds_bucket{service_name="cart", span_kind="SPAN_KIND_SERVER"}');
  const counts = [...buckets].sort((a, b) => boundOf(a.metric) - boundOf(b.metric)).map(({ value }) => Number(value[1]));
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
});

const boundOf = (metric: Readonly<Record<string, string>>): number =>
  metric["le"] === "+Inf" ? Number.POSITIVE_INFINITY : Number(metric["le"]);

test("CPU is the flow's, and a restarted container counts from zero under a new id", () => {
  const world = createShop();
  run(world, 5 * MINUTE);
  const query = 'sum by (container) (rate(container_cpu_usage_seconds_total{container="cart"}[2m]))';
  expect(single(world, query)).toBeCloseTo(0.1, 1);
  endProcess(world, processOf(world, "cart"), 137);
  run(world, 20 * SECOND);
  startProcess(world, "cart", 1);
  run(world, 30 * SECOND);
  const ids = new Set(vectorOf(world, 'container_cpu_usage_seconds_total{container="cart"}').map(({ metric }) => metric["id"]));
  expect(ids.size).toBeGreaterThan(1);
  expect(
    vectorOf(world, 'container_memory_working_set_bytes{container="cart"}').every(
      ({ value }) => Math.abs(Number(value[1]) / (24 * 1_048_576) - 1) < 0.08 && Number(value[1]) % 4096 === 0,
    ),
  ).toBe(true);
});

test("a deleted pod's state series end at the next scrape, its cAdvisor series linger", () => {
  const world = createShop();
  run(world, 5 * MINUTE);
  endProcess(world, processOf(world, "cart"), 0);
  removeObject(world, "pods", NAMESPACE, podName("cart"));
  run(world, 20 * SECOND);
  expect(vectorOf(world, `kube_pod_info{pod="${podName("cart")}"}`)).toEqual([]);
  expect(vectorOf(world, `kube_pod_info{pod="${podName("cart")}"} offset 1m`)).toHaveLength(1);
  expect(vectorOf(world, `container_memory_working_set_bytes{pod="${podName("cart")}", container!=""}`)).not.toEqual([]);
  run(world, 6 * MINUTE);
  expect(vectorOf(world, `container_memory_working_set_bytes{pod="${podName("cart")}", container!=""}`)).toEqual([]);
});

test("an alert is pending when its condition holds and fires a minute later, then ends at once", () => {
  const world = createShop();
  run(world, 5 * MINUTE + 10 * SECOND);
  expect(alertNames(world, "firing")).toEqual([]);
  putPod(world, "cart", { waiting: { reason: "CrashLoopBackOff" } });
  putObject(world, "deployments.apps", deploymentOf("cart", 0));
  run(world, 70 * SECOND);
  expect(alertNames(world, "pending")).toEqual(["DeploymentNotReady", "KubePodNotReady", "PodStatusError"]);
  run(world, MINUTE);
  expect(alertNames(world, "firing")).toEqual(["DeploymentNotReady", "KubePodNotReady", "PodStatusError"]);
  const alert = alertsOf(world).find(({ labels }) => labels["alertname"] === "PodStatusError");
  expect(alert?.labels).toEqual({
    alertname: "PodStatusError",
    namespace: NAMESPACE,
    pod: podName("cart"),
    reason: "CrashLoopBackOff",
    severity: "critical",
  });
  expect(alert?.annotations["description"]).toBe(`Pod ${podName("cart")} in namespace ${NAMESPACE} is stuck in CrashLoopBackOff.`);
  putPod(world, "cart", { running: { startedAt: "2026-01-05T08:07:00Z" } });
  putObject(world, "deployments.apps", deploymentOf("cart", 1));
  run(world, MINUTE + 10 * SECOND);
  expect(alertNames(world, "firing")).toEqual([]);
});

test("alerts are series while they are active, pending and firing apart, with the time since when", () => {
  const world = createShop();
  const alerts = (query: string) =>
    vectorOf(world, query)
      .filter(({ metric }) => metric["alertname"] === "DeploymentNotReady")
      .map(({ metric, value }) => [metric["__name__"], metric["alertstate"], metric["deployment"], Number(value[1])]);
  run(world, 5 * MINUTE + 10 * SECOND);
  expect(vectorOf(world, "ALERTS")).toEqual([]);
  putObject(world, "deployments.apps", deploymentOf("cart", 0));
  run(world, 70 * SECOND);
  expect(alerts("ALERTS")).toEqual([["ALERTS", "pending", "cart", 1]]);
  const { activeAt } = alertsOf(world).find(({ labels }) => labels["alertname"] === "DeploymentNotReady") as Alert;
  run(world, MINUTE);
  expect(alerts("ALERTS")).toEqual([["ALERTS", "firing", "cart", 1]]);
  expect(alerts('{__name__=~"ALERTS.*"}')).toEqual([
    ["ALERTS", "firing", "cart", 1],
    ["ALERTS_FOR_STATE", undefined, "cart", Math.floor(Date.parse(activeAt) / 1000)],
  ]);
  expect(alerts('count_over_time(ALERTS{alertstate="firing"}[10m])').map(([, , , count]) => count)).toEqual([1]);
  putObject(world, "deployments.apps", deploymentOf("cart", 1));
  run(world, MINUTE + 10 * SECOND);
  expect(alerts("ALERTS")).toEqual([]);
  expect(alerts("ALERTS offset 1m").map(([, state]) => state)).toEqual(["firing"]);
  expect(
    alerts("max_over_time(ALERTS[10m])")
      .map(([, state]) => state)
      .sort(),
  ).toEqual(["firing", "pending"]);
  const { body } = get(world, "/api/v1/label/alertstate/values");
  expect((body as { data: readonly string[] }).data).toEqual(["firing", "pending"]);
});

test("errors of calls raise the caller's error rate and its alert, with the share that the query shows", () => {
  const world = createShop();
  run(world, 5 * MINUTE);
  appendRow(world, { errors: [REFUSED] });
  run(world, 5 * MINUTE);
  const share = single(
    world,
    'sum(rate(traces_span_metrics_calls_total{service_name="web", status_code="STATUS_CODE_ERROR"}[2m])) / sum(rate(traces_span_metrics_calls_total{service_name="web"}[2m]))',
  );
  expect(share).toBeCloseTo(0.4, 1);
  expect(alertNames(world, "firing")).toContain("HighRequestErrorRate");
  const groups = (
    get(world, "/api/v1/rules").body as { data: { groups: readonly { name: string; rules: readonly { name: string; state: string }[] }[] } }
  ).data.groups;
  expect(groups.flatMap(({ rules }) => rules).find(({ name }) => name === "HighRequestErrorRate")?.state).toBe("firing");
});

test("alerts do not depend on when they are asked for", () => {
  const often = createShop();
  const once = createShop();
  for (const world of [often, once]) {
    for (let i = 0; i < 40; i++) {
      run(world, 17 * SECOND);
      if (i === 10) putPod(world, "cart", { waiting: { reason: "ImagePullBackOff" } }, { phase: "Pending" });
      if (i === 12) appendRow(world, { errors: [REFUSED] });
      if (world === often) alertsOf(world);
    }
  }
  expect(JSON.stringify(alertsOf(once))).toBe(JSON.stringify(alertsOf(often)));
});

test("a fork sees the same past, and its own future alone", () => {
  const world = createShop();
  run(world, 5 * MINUTE);
  const before = JSON.stringify(get(world, "/api/v1/query", { query: "sum by (pod) (rate(container_cpu_usage_seconds_total[2m]))" }));
  const fork = world.fork("another");
  expect(JSON.stringify(get(fork, "/api/v1/query", { query: "sum by (pod) (rate(container_cpu_usage_seconds_total[2m]))" }))).toBe(before);
  appendRow(fork, { errors: [REFUSED] });
  run(fork, 5 * MINUTE);
  run(world, 5 * MINUTE);
  expect(alertNames(fork, "firing")).toContain("HighRequestErrorRate");
  expect(alertNames(world, "firing")).not.toContain("HighRequestErrorRate");
});

test("a TCP probe fails while the Service has no ready endpoint", () => {
  const world = createShop();
  run(world, MINUTE);
  expect(single(world, 'probe_success{instance="cart.shop:8080"}')).toBe(1);
  putObject(world, "endpointslices.discovery.k8s.io", sliceOf("cart", false));
  run(world, MINUTE);
  expect(single(world, 'probe_success{instance="cart.shop:8080"}')).toBe(0);
  run(world, 2 * MINUTE);
  expect(alertNames(world, "firing")).toContain("ServiceEndpointDown");
});

test("nothing lies beyond the present", () => {
  const world = createShop();
  run(world, MINUTE);
  expect(
    (get(world, "/api/v1/query", { query: "up", time: `${world.nowMs() / 1000 + 3600}` }).body as { data: { result: Vector } }).data.result,
  ).toEqual([]);
});

test.each([
  [
    "/api/v1/query",
    { query: "rate(x)" },
    400,
    'invalid parameter "query": 1:6: parse error: expected type range vector in call to function "rate", got instant vector',
  ],
  [
    "/api/v1/query",
    { query: "up", time: "soon" },
    400,
    `invalid parameter "time": Invalid time value for 'time': cannot parse "soon" to a valid timestamp`,
  ],
  ["/api/v1/query_range", { query: "up", start: "0", end: "10" }, 400, 'invalid parameter "step": cannot parse "" to a valid duration'],
  [
    "/api/v1/query_range",
    { query: "up", start: "10", end: "0", step: "1" },
    400,
    'invalid parameter "end": end timestamp must not be before start time',
  ],
  [
    "/api/v1/query_range",
    { query: "up", start: "0", end: "20000", step: "1" },
    400,
    "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)",
  ],
  ["/api/v1/query", { query: "up * on () kube_pod_info" }, 422, undefined],
  ["/api/v1/series", {}, 400, "no match[] parameter provided"],
  ["/api/v1/label/x-/values", {}, 400, 'invalid label name: "x-"'],
] as const)("%s with %j answers %d", (path, params, status, error) => {
  const world = createShop();
  run(world, MINUTE);
  const answer = get(world, path, params);
  expect(answer.status).toBe(status);
  if (error !== undefined) expect((answer.body as { error: string }).error).toBe(error);
});

test("labels, values, series and metadata list what there is", () => {
  const world = createShop();
  run(world, MINUTE);
  const data = (path: string, params: Readonly<Record<string, string>> = {}) => (get(world, path, params).body as { data: unknown }).data;
  expect(data("/api/v1/label/service_name/values")).toEqual(["cart", "web"]);
  expect(data("/api/v1/label/__name__/values")).toContain("kube_deployment_status_replicas_available");
  expect(data("/api/v1/labels", { "match[]": "probe_success" })).toEqual(["__name__", "instance", "job", "namespace"]);
  expect(data("/api/v1/series", { "match[]": "kube_namespace_status_phase" })).toHaveLength(2);
  expect(data("/api/v1/metadata", { metric: "up" })).toEqual({
    up: [{ type: "gauge", help: "Whether the last scrape of the target succeeded.", unit: "" }],
  });
});

test("the same world asked twice gives the same bytes", () => {
  const ask = (world: World) =>
    [
      get(world, "/api/v1/query", { query: '{__name__=~".+"}' }),
      get(world, "/api/v1/query_range", {
        query: "sum by (pod) (rate(container_network_receive_bytes_total[1m]))",
        start: `${world.nowMs() / 1000 - 300}`,
        end: `${world.nowMs() / 1000}`,
        step: "15",
      }),
      queryTelemetry(world, { api: "jaeger", path: "/api/traces", params: { service: "cart" } }),
    ].map((answer) => JSON.stringify(answer));
  const make = () => {
    const world = createShop();
    run(world, 7 * MINUTE);
    return world;
  };
  const world = make();
  const first = ask(world);
  expect(ask(world)).toEqual(first);
  expect(ask(make())).toEqual(first);
});
