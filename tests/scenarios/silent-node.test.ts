import { beforeAll, expect, test } from "vitest";
import type { ToolCall } from "#core/tool-call.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";

let open: OpenHost;
let stepIndex = 0;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  await open.host.reset({
    episodeId: "silent",
    taskUri: "kubedrill://hotel-reservation/kubelet-crash?target=node/worker-2&cause=stopped",
    seed: "5",
    limits: {},
    views: [],
  });
  await use({ name: "wait", arguments: { seconds: 60 } });
});

const use = async (call: ToolCall): Promise<string> =>
  (await open.host.step({ episodeId: "silent", stepIndex: stepIndex++, actions: [actionOf(call)] })).results[0]?.content ?? "";

const metrics = (query: string) => use({ name: "query_metrics", arguments: { query } });

test("the alerts of a node whose kubelet is gone fire", async () => {
  const alerts = await use({ name: "get_alerts", arguments: { state: "firing" } });
  for (const name of ["KubeNodeNotReady", "KubeNodeUnreachable", "KubeletDown"])
    expect(alerts).toMatch(new RegExp(`firing .*${name} .*node=worker-2`));
});

test("what the kubelet served is gone, and what its containers serve is not", async () => {
  expect(await metrics('up{job="kubernetes-cadvisor", node="worker-2"}')).toMatch(/ {2}0\n$/);
  expect(await metrics('up{job="node-exporter", node="worker-2"}')).toMatch(/ {2}1\n$/);
  expect(await metrics('node_load1{node="worker-2"}')).toMatch(/ {2}0\.\d+\n$/);
  expect(await metrics('count(rate(container_cpu_usage_seconds_total{node="worker-2"}[1m]))')).toBe(
    "No data: no series matches the query.\n",
  );
});

test("no two pods of one program use the same memory, and what kubectl top tells is that of the metrics", async () => {
  const shown = await metrics('container_memory_working_set_bytes{container=~".*-mongo", node!="worker-2"}');
  const values = [...shown.matchAll(/ {2}([\d.e+]+)$/gm)].map(([, value]) => value);
  expect(values.length).toBeGreaterThanOrEqual(4);
  expect(new Set(values).size).toBe(values.length);
});
