import { describe, expect, test } from "vitest";
import type { AppRecord } from "#kube/app/app.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { findAppTargets } from "./app-targets.ts";

const APP = {
  components: [
    { name: "search", role: "service" },
    { name: "db", role: "store" },
  ],
} as unknown as AppRecord;

const pod = (app: string, annotations: Readonly<Record<string, string>> = {}): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `${app}-0`, namespace: "shop", uid: app, labels: { app }, annotations },
    spec: { containers: [{ name: app }] },
    status: { phase: "Running", podIP: "10.0.0.1" },
  }) as KubeObject;

const service = (app: string, ...ports: readonly object[]): KubeObject =>
  ({ apiVersion: "v1", kind: "Service", metadata: { name: app, namespace: "shop" }, spec: { selector: { app }, ports } }) as KubeObject;

const targetsOf = (pods: readonly KubeObject[], services: readonly KubeObject[] = []) =>
  findAppTargets({ objects: (resource) => (resource === "pods" ? pods : resource === "services" ? services : []) }, APP).map(
    ({ pod: { metadata }, port, path }) => `${metadata.name}:${port}${path}`,
  );

test("a component's further ports may serve metrics; the first, other protocols and stores are left alone", () => {
  const services = [
    service("search", { port: 8082 }, { port: 9092 }, { port: 99, protocol: "UDP" }, { port: 80, targetPort: 9093 }),
    service("db", { port: 27017 }, { port: 28017 }),
  ];
  expect(targetsOf([pod("search"), pod("db")], services)).toEqual(["search-0:9092/metrics", "search-0:9093/metrics"]);
});

test("annotations name the place themselves", () => {
  const annotations = { "prometheus.io/scrape": "true", "prometheus.io/port": "9113", "prometheus.io/path": "/stats/prometheus.txt" };
  expect(targetsOf([pod("web", annotations)])).toEqual(["web-0:9113/stats/prometheus.txt"]);
  expect(targetsOf([pod("web", { ...annotations, "prometheus.io/scrape": "false" })])).toEqual([]);
  expect(targetsOf([pod("web", { ...annotations, "prometheus.io/port": "9113/../x" })])).toEqual([]);
});

describe("a path that could lead out of the pod is no place:", () => {
  test.each([
    "/../../../../../../nodes/n/proxy/metrics/cadvisor",
    "/a/../../b",
    "/a/..",
    "/.",
    "/%2e%2e/x",
    "/metrics?x=/../y",
    "//other/metrics",
    "metrics",
    "/metrics#x",
    "/a\\..\\b",
  ])("%s", (path) => {
    expect(targetsOf([pod("web", { "prometheus.io/scrape": "true", "prometheus.io/port": "9113", "prometheus.io/path": path })])).toEqual(
      [],
    );
  });
});
