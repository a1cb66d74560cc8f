import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects, putObject } from "../../apiserver/store/store.ts";
import { readHotelChart } from "../../flow/hotel-chart.cases.ts";
import { createWarmFixture, NAMESPACE, startPod } from "../../flow/hotel-fixture.cases.ts";
import type { World } from "../../kernel/world.ts";
import { queryTelemetry } from "../query-telemetry.ts";
import { answerResourceMetrics } from "./resource-metrics-api.ts";

const chart = await readHotelChart();
const warm = createWarmFixture(chart);

interface Metrics {
  readonly metadata: { readonly name: string };
  readonly timestamp: string;
  readonly window: string;
  readonly containers: readonly { readonly name: string; readonly usage: { readonly cpu: string; readonly memory: string } }[];
}

const user = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const row = (plural: string) => ({ plural, group: "metrics.k8s.io" }) as Parameters<typeof answerResourceMetrics>[1]["row"];
const ask = (world: World, name?: string, query: Readonly<Record<string, string>> = {}) =>
  answerResourceMetrics(world, { row: row("pods"), namespace: NAMESPACE, name }, { method: "GET", path: "", query, user });
const itemsOf = (world: World, query?: Readonly<Record<string, string>>) =>
  (ask(world, undefined, query).body as { items: readonly Metrics[] }).items;

test("pod metrics are what the CPU counter and the working set say", () => {
  const items = itemsOf(warm);
  expect(items.length).toBe(listObjects(warm, "pods", NAMESPACE).length);
  const { body } = queryTelemetry(warm, {
    api: "prometheus",
    path: "/api/v1/query",
    params: { query: `sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="${NAMESPACE}", container!=""}[2m]))` },
  });
  const { result } = (body as { data: { result: readonly { metric: { pod: string }; value: readonly [number, string] }[] } }).data;
  for (const { metric, value } of result) {
    const nano = Number(items.find(({ metadata }) => metadata.name === metric.pod)?.containers[0]?.usage.cpu.replace(/n$/, ""));
    expect(Math.abs(nano / 1e9 - Number(value[1])), metric.pod).toBeLessThan(0.002 + 0.08 * Number(value[1]));
  }
  expect(
    items.every(({ window, containers }) => /^1[45](\.\d+)?s$/.test(window) && /^\d+Ki$/.test(containers[0]?.usage.memory ?? "")),
  ).toBe(true);
});

test("labels select, a pod that just started has no metrics yet", () => {
  const world = warm.fork();
  const { name } = startPod(world, "geo").metadata;
  expect(itemsOf(world, { labelSelector: "io.kompose.service=none" })).toEqual([]);
  world.runUntil(world.nowMs() + 5000);
  expect(ask(world, name)).toMatchObject({
    status: 404,
    body: { message: `podmetrics.metrics.k8s.io "${NAMESPACE}/${name}" not found`, reason: "NotFound" },
  });
  world.runUntil(world.nowMs() + 40_000);
  expect(ask(world, name)).toMatchObject({ status: 200, body: { kind: "PodMetrics", metadata: { name } } });
  expect(ask(world, "nope")).toMatchObject({ status: 404, body: { message: 'pods "nope" not found' } });
});

test("a node uses more than its pods", () => {
  const world = warm.fork();
  const nodes = new Set(listObjects<{ spec: { nodeName: string } } & Node>(world, "pods").map(({ spec }) => spec.nodeName));
  const [name = ""] = nodes;
  const node = { apiVersion: "v1", kind: "Node", metadata: { name }, status: { conditions: [{ type: "Ready", status: "True" }] } };
  putObject(world, "nodes", node as unknown as Node);
  const { body } = answerResourceMetrics(
    world,
    { row: row("nodes"), namespace: undefined, name },
    { method: "GET", path: "", query: {}, user },
  );
  const { usage } = body as { usage: { cpu: string } };
  const onNode = listObjects<{ spec: { nodeName: string } } & Node>(world, "pods").filter(({ spec }) => spec.nodeName === name);
  const pods = itemsOf(world).filter(({ metadata }) => onNode.some((pod) => pod.metadata.name === metadata.name));
  const sum = pods.reduce((total, { containers }) => total + Number.parseInt(containers[0]?.usage.cpu ?? "0", 10), 0);
  expect(Number.parseInt(usage.cpu, 10)).toBeGreaterThan(sum);
});
