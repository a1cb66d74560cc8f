import { beforeAll, describe, expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { unitValue } from "#kube/objects/quantity.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { getObject, listObjects } from "#sim/apiserver/store/store.ts";
import { bootWorld } from "#sim/boot-world.ts";
import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import type { World } from "#sim/kernel/world.ts";
import { connect } from "#sim/network/connections/connect.ts";
import { LINES_PER_S_MAX } from "#sim/programs/lines/failure-rate.ts";
import { queryTelemetry } from "#sim/telemetry/query-telemetry.ts";
import { type Sample, samples } from "./query-metrics.ts";

const NS = "hotel-reservation";
const USER = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
let boot: () => World;
let base: World;

beforeAll(async () => {
  const app = (await loadApps()).find(({ record }) => record.name === NS);
  if (app === undefined) throw new Error(`no app ${NS}`);
  boot = () => bootWorld({ app: app.record, behaviour: app.behaviour, manifests: app.manifests, seed: "agreement", variant: 0 });
  base = boot();
});

const send = (world: World, method: "PATCH" | "DELETE" | "POST", path: string, body?: object): void => {
  const { status } = handle(world, {
    method,
    path,
    query: {},
    user: USER,
    ...(body && { body }),
    ...(method === "PATCH" && { patchType: "strategic" }),
  });
  expect(status, `${method} ${path}`).toBeLessThan(300);
};

const deployment = (name: string): string => `/apis/apps/v1/namespaces/${NS}/deployments/${name}`;
const withContainer = (name: string, container: object) => ({ spec: { template: { spec: { containers: [{ name, ...container }] } } } });

/** Changes of the app, each the only one. */
const CHANGES: Readonly<Record<string, (world: World) => void>> = {
  "nothing changes": () => {},
  "a workload is scaled up and down": (world) => {
    send(world, "PATCH", deployment("geo"), { spec: { replicas: 3 } });
    world.runUntil(world.nowMs() + 60_000);
    send(world, "PATCH", deployment("geo"), { spec: { replicas: 1 } });
  },
  "a container crashes again and again": (world) =>
    send(world, "PATCH", deployment("geo"), withContainer("hotel-reserv-geo", { command: ["sh", "-c", "exit 3"] })),
  "an image cannot be pulled": (world) =>
    send(world, "PATCH", deployment("profile"), {
      spec: {
        strategy: { type: "Recreate", rollingUpdate: null },
        ...withContainer("hotel-reserv-profile", { image: "registry.example/profile:none" }).spec,
      },
    }),
  "a store is gone": (world) => send(world, "PATCH", deployment("mongodb-rate"), { spec: { replicas: 0 } }),
  "a container has too little memory": (world) =>
    send(
      world,
      "PATCH",
      deployment("search"),
      withContainer("hotel-reserv-search", { resources: { limits: { memory: "12Mi" }, requests: { memory: "12Mi" } } }),
    ),
  "a policy shuts a service off": (world) =>
    send(world, "POST", `/apis/networking.k8s.io/v1/namespaces/${NS}/networkpolicies`, {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "rate", namespace: NS },
      spec: { podSelector: { matchLabels: { "io.kompose.service": "rate" } }, policyTypes: ["Ingress"] },
    }),
  "the name server denies a name": (world) => {
    const path = "/api/v1/namespaces/kube-system/configmaps/coredns";
    const { body } = handle(world, { method: "GET", path, query: {}, user: USER });
    const corefile = (body as ConfigMap).data?.["Corefile"] ?? "";
    const denial = `    template IN ANY geo.${NS}.svc.cluster.local {\n       rcode NXDOMAIN\n    }\n    kubernetes`;
    send(world, "PATCH", path, { data: { Corefile: corefile.replace("    kubernetes", denial) } });
  },
  "the name server is gone": (world) =>
    send(world, "PATCH", "/apis/apps/v1/namespaces/kube-system/deployments/coredns", { spec: { replicas: 0 } }),
};

const values = (world: World, query: string, ...labels: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    samples(world, query).map(({ metric, value }) => [labels.map((label) => metric[label] ?? "").join(" "), Number(value[1])]),
  );

const SCRAPE_MS = 15_000;

/** Runs to the next scrape of a job, so that its samples show the current state. */
const runToScrape = (world: World, offsetMs: number): void =>
  world.runUntil((Math.floor((world.nowMs() - offsetMs) / SCRAPE_MS) + 1) * SCRAPE_MS + offsetMs);

const KUBE_STATE_MS = 1_843;
const BLACKBOX_MS = 12_904;

const podsOf = (world: World): readonly Pod[] => listObjects<Pod>(world, "pods", NS);

const expectKubeState = (world: World): void => {
  const where = `{namespace="${NS}"}`;
  expect(values(world, `kube_pod_status_phase${where} == 1`, "pod", "phase")).toEqual(
    Object.fromEntries(podsOf(world).map(({ metadata, status }) => [`${metadata.name} ${status?.phase ?? "Pending"}`, 1])),
  );
  const statuses = podsOf(world).flatMap(({ metadata, status }) =>
    (status?.containerStatuses ?? []).map((one) => ({ ...one, pod: metadata.name })),
  );
  expect(values(world, `kube_pod_container_status_restarts_total${where}`, "pod")).toEqual(
    Object.fromEntries(statuses.map(({ pod, restartCount }) => [pod, restartCount])),
  );
  expect(values(world, `kube_pod_container_status_waiting_reason${where}`, "pod", "reason")).toEqual(
    Object.fromEntries(
      statuses.flatMap(({ pod, state }) => (state?.waiting?.reason === undefined ? [] : [[`${pod} ${state.waiting.reason}`, 1]])),
    ),
  );
  expect(values(world, `kube_deployment_status_replicas_available${where}`, "deployment")).toEqual(
    Object.fromEntries(
      listObjects<Deployment>(world, "deployments.apps", NS).map(({ metadata, status }) => [metadata.name, status?.availableReplicas ?? 0]),
    ),
  );
  const ready = podsOf(world).filter(({ status }) =>
    status?.conditions?.some(({ type, status: holds }) => type === "Ready" && holds === "True"),
  );
  expect(Object.keys(values(world, `kube_pod_status_ready{namespace="${NS}", condition="true"} == 1`, "pod")).sort()).toEqual(
    ready.map(({ metadata }) => metadata.name).sort(),
  );
};

const expectMemoryWithinLimits = (world: World): void => {
  for (const [key, bytes] of Object.entries(
    values(world, `container_memory_working_set_bytes{namespace="${NS}", container!=""}`, "pod", "container"),
  )) {
    const [pod = "", name] = key.split(" ");
    const container = getObject<Pod>(world, "pods", NS, pod)?.spec.containers.find((one) => one.name === name);
    expect(bytes, key).toBeLessThanOrEqual(unitValue(container?.resources?.limits?.["memory"]) || Number.POSITIVE_INFINITY);
  }
};

const PROBER = { namespace: "observe", labels: {} };

const expectProbes = (world: World): void => {
  const probed = values(world, `probe_success{namespace="${NS}"}`, "instance");
  expect(Object.keys(probed).length).toBeGreaterThan(10);
  for (const [instance, success] of Object.entries(probed)) {
    const [host = "", port] = instance.split(":");
    const reaches = connect(world, PROBER, host, Number(port)).some(({ outcome }) => outcome.kind === "connected");
    expect(success, instance).toBe(getObject<Service>(world, "services", NS, host.split(".")[0] ?? "") === undefined ? 0 : reaches ? 1 : 0);
  }
};

describe.each(Object.keys(CHANGES))("when %s", (name) => {
  test("the metrics of objects, memory and probes are what is there, at every scrape", () => {
    const world = base.fork(name);
    CHANGES[name]?.(world);
    for (let i = 0; i < 14; i++) {
      runToScrape(world, KUBE_STATE_MS);
      expectKubeState(world);
      expectMemoryWithinLimits(world);
      runToScrape(world, BLACKBOX_MS);
      expectProbes(world);
    }
  });

  test("spans fail as often as the flow says", () => {
    const world = base.fork(name);
    CHANGES[name]?.(world);
    world.runUntil(world.nowMs() + 420_000);
    const rows = [...world.log<FlowRow>(FLOW_HISTORY).from(0)].filter(
      (_row, i, all) => (all[i + 1]?.fromMs ?? world.nowMs()) > world.nowMs() - 120_000,
    );
    if (rows.length > 1) return;
    const row = rows[0] as FlowRow;
    const total = values(
      world,
      'sum by (service_name) (rate(traces_span_metrics_calls_total{span_kind="SPAN_KIND_SERVER"}[2m]))',
      "service_name",
    );
    const failed = values(
      world,
      'sum by (service_name) (rate(traces_span_metrics_calls_total{span_kind="SPAN_KIND_SERVER", status_code="STATUS_CODE_ERROR"}[2m]))',
      "service_name",
    );
    for (const [service, rate] of Object.entries(total)) {
      const flows = row.servers.filter(({ component }) => component === service);
      const served = flows.reduce((sum, flow) => sum + flow.rate, 0);
      const errors = flows.reduce((sum, flow) => sum + flow.rate * flow.errors.reduce((share, error) => share + error.share, 0), 0);
      expect(Math.abs(rate - served), service).toBeLessThan(4 * Math.sqrt(served / 120) + 0.05);
      expect(Math.abs((failed[service] ?? 0) - errors), `${service} errors`).toBeLessThan(4 * Math.sqrt(errors / 120) + 0.05);
    }
    const whole = values(
      world,
      'sum(rate(traces_span_metrics_duration_milliseconds_bucket{le="+Inf"}[2m])) - sum(rate(traces_span_metrics_duration_milliseconds_count[2m]))',
      "x",
    );
    expect(Math.abs(whole[""] ?? 0)).toBeLessThan(1e-9);
  });
});

describe("when a service is gone", () => {
  const broken = (): World => {
    const world = base.fork("gone");
    CHANGES["an image cannot be pulled"]?.(world);
    world.runUntil(world.nowMs() + 420_000);
    return world;
  };
  const shareOf = ({ errors }: { readonly errors: readonly { readonly share: number }[] }): number =>
    errors.reduce((sum, { share }) => sum + share, 0);

  test("as many traces show an error as requests fail", () => {
    const world = broken();
    const row = world.log<FlowRow>(FLOW_HISTORY).last() as FlowRow;
    const search = { api: "jaeger", path: "/api/traces", params: { service: "frontend", lookback: "5m", limit: "1500" } } as const;
    const { data } = queryTelemetry(world, search).body as {
      data: readonly { spans: readonly { references: readonly object[]; tags: readonly { key: string }[] }[] }[];
    };
    const failed = data.filter(({ spans }) =>
      spans.some(({ references, tags }) => references.length === 0 && tags.some(({ key }) => key === "error")),
    );
    const rate = row.operations.reduce((sum, operation) => sum + operation.rate, 0);
    const share = row.operations.reduce((sum, operation) => sum + operation.rate * shareOf(operation), 0) / rate;
    expect(share).toBeGreaterThan(0.1);
    expect(data.length).toBeGreaterThan(200);
    expect(Math.abs(failed.length / data.length - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / data.length) + 0.005);
  });

  test("callers log each failed call, as often as their loggers let through", () => {
    const world = broken();
    const row = world.log<FlowRow>(FLOW_HISTORY).last() as FlowRow;
    const query = `sum by (app) (count_over_time({namespace="${NS}"} |= "\\"level\\":\\"error\\"" [2m]))`;
    const { result } = (
      queryTelemetry(world, { api: "loki", path: "/loki/api/v1/query", params: { query } }).body as { data: { result: readonly Sample[] } }
    ).data;
    const lines = Object.fromEntries(result.map(({ metric, value }) => [metric["app"], Number(value[1])]));
    const expected: Record<string, number> = {};
    for (const { fromProcess, from, rate, errors } of row.edges)
      for (const { share } of fromProcess === undefined ? [] : errors)
        expected[from] = (expected[from] ?? 0) + Math.min(LINES_PER_S_MAX, rate * share) * 120;
    expect(Object.keys(lines).length).toBeGreaterThan(0);
    for (const [app, count] of Object.entries(expected)) expect(Math.abs((lines[app] ?? 0) - count), app).toBeLessThan(0.02 * count + 8);
  });

  test("top shows the rates of the CPU counters", () => {
    const world = broken();
    const answer = handle(world, { method: "GET", path: `/apis/metrics.k8s.io/v1beta1/namespaces/${NS}/pods`, query: {}, user: USER });
    const { items } = answer.body as {
      items: readonly { metadata: { name: string }; containers: readonly { usage: { cpu: string } }[] }[];
    };
    const rates = values(world, `sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="${NS}", container!=""}[1m]))`, "pod");
    expect(items.length).toBe(podsOf(world).filter(({ status }) => status?.phase === "Running").length);
    for (const { metadata, containers } of items) {
      const cores = containers.reduce((sum, { usage }) => sum + Number.parseInt(usage.cpu, 10), 0) / 1e9;
      expect(Math.abs(cores - (rates[metadata.name] ?? 0)), metadata.name).toBeLessThan(0.002 + 0.08 * cores);
    }
  });
});

test("two worlds of one seed answer alike, and a question changes no later answer", () => {
  const queries = [
    "sum(traces_span_metrics_calls_total)",
    "sum(container_cpu_usage_seconds_total)",
    "sum(increase(traces_span_metrics_calls_total[5m]))",
  ];
  const other = boot();
  const answers = (world: World, list: readonly string[]) =>
    Object.fromEntries(list.map((query) => [query, JSON.stringify(samples(world, query))]));
  expect(answers(other, queries.toReversed())).toEqual(answers(base, queries));
});
