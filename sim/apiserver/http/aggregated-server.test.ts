import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "../../sim-port.ts";
import { aggregatedDiscovery } from "./discovery/aggregated.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const open = () => {
  const fixture = createFixture();
  fixture.run(60);
  const port = createSimPort(fixture.world, ADMIN);
  const top = async () => await port.read({ path: "/apis/metrics.k8s.io/v1beta1/nodes" });
  const condition = async () => {
    const { body } = await port.read({ path: "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io" });
    return (body as { readonly status: { readonly conditions: readonly unknown[] } }).status.conditions[0];
  };
  return { fixture, port, top, condition };
};

test("metrics are served by metrics-server, which is a pod", async () => {
  const { fixture, top, condition } = open();
  expect((await top()).status).toBe(200);
  expect(await condition()).toMatchObject({ status: "True", reason: "Passed" });
  expect(fixture.client.get<Deployment>("deployments.apps", "kube-system", "metrics-server")?.status?.readyReplicas).toBe(1);
});

test("without its pod the metrics API is unavailable, and back with it", async () => {
  const { fixture, port, top, condition } = open();
  const path = "/apis/apps/v1/namespaces/kube-system/deployments/metrics-server";
  const scale = (replicas: number) => port.write({ method: "PATCH", path, patchType: "merge", body: { spec: { replicas } } });
  await scale(0);
  fixture.run(60);
  expect(await top()).toMatchObject({ status: 503, body: "service unavailable\n" });
  expect(await condition()).toMatchObject({
    status: "False",
    reason: "MissingEndpoints",
    message: 'endpointslices for service/metrics-server in "kube-system" have no addresses with port name "https"',
  });
  await scale(1);
  fixture.run(60);
  expect((await top()).status).toBe(200);
});

test("without its registration there is no metrics API", async () => {
  const { port, top } = open();
  await port.write({ method: "DELETE", path: "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io" });
  expect(await top()).toMatchObject({ status: 404, body: { message: "the server could not find the requested resource" } });
  expect(JSON.stringify((await port.read({ path: "/apis" })).body)).not.toContain("metrics.k8s.io");
});

test("the exporters that metrics name are there", () => {
  const { fixture } = open();
  const ready = (resource: string, name: string) =>
    (fixture.client.get<KubeObject>(resource, "observe", name) as never as { readonly status?: Readonly<Record<string, number>> })?.status;
  expect(ready("deployments.apps", "kube-state-metrics")).toMatchObject({ readyReplicas: 1 });
  expect(ready("deployments.apps", "otel-collector")).toMatchObject({ readyReplicas: 1 });
  expect(ready("daemonsets.apps", "node-exporter")).toMatchObject({ numberReady: 4 });
});

const GROUP = "external.metrics.k8s.io";

const register = (fixture: ReturnType<typeof createFixture>, service: object) =>
  fixture.create({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1beta1.${GROUP}` },
    spec: { group: GROUP, version: "v1beta1", insecureSkipTLSVerify: true, groupPriorityMinimum: 100, versionPriority: 100, service },
  } as never);

const service = (spec: object): KubeObject =>
  ({ apiVersion: "v1", kind: "Service", metadata: { name: "adapter", namespace: "shop" }, spec }) as never;
const PORTS = [{ name: "web", port: 443, targetPort: 8080 }];

test.each([
  ["no Service", [], "ServiceNotFound", 'service/adapter in "shop" is not present'],
  ["another port", [service({ ports: [{ port: 80 }] })], "ServicePortError", 'service/adapter in "shop" is not listening on port 443'],
  ["no endpoints", [service({ ports: PORTS })], "EndpointsNotFound", 'cannot find endpointslices for service/adapter in "shop"'],
  [
    "endpoints without a pod",
    [service({ ports: PORTS, selector: { app: "none" } })],
    "MissingEndpoints",
    'endpointslices for service/adapter in "shop" have no addresses with port name "web"',
  ],
  [
    "a pod that serves something else",
    [
      deployment("adapter", { command: ["httpd", "-f", "-p", "8080"] }),
      service({ clusterIP: "10.96.7.7", ports: PORTS, selector: { app: "adapter" } }),
    ],
    "FailedDiscoveryCheck",
    `failing or missing response from https://10.96.7.7:443/apis/${GROUP}/v1beta1: Get "https://10.96.7.7:443/apis/${GROUP}/v1beta1": tls: first record does not look like a TLS handshake`,
  ],
  [
    "a name elsewhere",
    [service({ type: "ExternalName", externalName: "nowhere.example.com" })],
    "FailedDiscoveryCheck",
    expect.stringContaining("no such host"),
  ],
] as const)("an APIService with %s says so, and its group is stale", async (_title, objects, reason, message) => {
  const { fixture, port } = open();
  fixture.create(...(objects as readonly KubeObject[]));
  register(fixture, { name: "adapter", namespace: "shop", port: 443 });
  fixture.run(30);
  const path = `/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.${GROUP}`;
  const { body } = await port.read({ path });
  expect((body as { readonly status: unknown }).status).toMatchObject({ conditions: [{ status: "False", reason, message }] });
  expect(await port.read({ path: `/apis/${GROUP}/v1beta1` })).toMatchObject({ status: 503, body: "service unavailable\n" });
  expect(await port.read({ path: `/apis/${GROUP}/v1beta1/namespaces/shop/queue` })).toMatchObject({ status: 503 });
});

test("discovery lists a group that nobody answers for: without resources, and as stale", async () => {
  const { fixture, port } = open();
  const documents = () => ["v2", "v2beta1"].map((version) => JSON.parse(aggregatedDiscovery(fixture.world, false, version).text).items);
  const [before] = documents();
  register(fixture, { name: "adapter", namespace: "shop" });
  for (const items of documents())
    expect(items).toEqual([...before, { metadata: { name: GROUP }, versions: [{ version: "v1beta1", freshness: "Stale" }] }]);
  expect((await port.read({ path: `/apis/${GROUP}` })).body).toMatchObject({
    kind: "APIGroup",
    preferredVersion: { groupVersion: `${GROUP}/v1beta1` },
  });
  fixture.client.delete("apiservices.apiregistration.k8s.io", undefined, `v1beta1.${GROUP}`);
  expect(documents()[0]).toEqual(before);
  expect((await port.read({ path: `/apis/${GROUP}` })).status).toBe(404);
});
