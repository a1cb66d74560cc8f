import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "../../sim-port.ts";

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
  expect(await top()).toMatchObject({ status: 503, body: { message: "the server is currently unable to handle the request" } });
  expect(await condition()).toMatchObject({ status: "False", reason: "MissingEndpoints" });
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
