import { expect, test } from "vitest";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import { isReadByNetwork, looksSame, SLICES } from "./network-view.ts";

const service: Service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "geo", namespace: "shop" },
  spec: { clusterIP: "10.96.0.7", ports: [{ name: "grpc", port: 8083, targetPort: 8083 }], selector: { app: "geo" } },
};
const withPort = (change: Readonly<Record<string, unknown>>): Service => ({
  ...service,
  spec: { ...service.spec, ports: (service.spec.ports ?? []).map((port) => ({ ...port, ...change })) },
});
const slice: EndpointSlice = {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "geo-x", namespace: "shop", labels: { "kubernetes.io/service-name": "geo" } },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.244.1.4"], conditions: { ready: true } }],
  ports: [{ name: "grpc", port: 8083, protocol: "TCP" }],
};

test.each([
  [
    "an annotation",
    "services",
    service,
    { ...service, metadata: { ...service.metadata, annotations: { note: "x" }, resourceVersion: "9" } },
  ],
  ["an appProtocol", "services", service, withPort({ appProtocol: "grpc" })],
  ["a time of the last change", SLICES, slice, { ...slice, metadata: { ...slice.metadata, annotations: { changed: "now" } } }],
])("%s is nothing to the network", (_title, resource, before, after) => {
  expect(looksSame(resource, before, after)).toBe(true);
});

test.each([
  ["a Service's port", "services", service, withPort({ port: 8084 })],
  ["its address", "services", service, { ...service, spec: { ...service.spec, clusterIP: "10.96.0.8" } }],
  ["an endpoint that is not ready", SLICES, slice, { ...slice, endpoints: [{ addresses: ["10.244.1.4"], conditions: { ready: false } }] }],
  ["an endpoint's port", SLICES, slice, { ...slice, ports: [{ name: "grpc", port: 1, protocol: "TCP" }] }],
  [
    "the Service of a slice",
    SLICES,
    slice,
    { ...slice, metadata: { ...slice.metadata, labels: { "kubernetes.io/service-name": "rate" } } },
  ],
])("%s is something to the network", (_title, resource, before, after) => {
  expect(looksSame(resource, before, after)).toBe(false);
});

test("the network reads Services and nodes, and no ConfigMaps", () => {
  expect(["services", SLICES, "nodes", "configmaps"].map(isReadByNetwork)).toEqual([true, true, true, false]);
});
