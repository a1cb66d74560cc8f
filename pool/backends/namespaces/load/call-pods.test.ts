import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { addressesOf } from "./call-pods.ts";

/** Creates the view that a watch of a Service and its slices gives. */
const viewOf = (service: object | undefined, ...slices: readonly object[]) => ({
  objects: (resource: string) => (resource === "services" ? (service === undefined ? [] : [service]) : slices) as readonly KubeObject[],
});

const WEB = {
  metadata: { name: "web" },
  spec: {
    ports: [
      { name: "http", port: 80 },
      { name: "admin", port: 81 },
    ],
  },
};
const slice = (endpoints: readonly object[], port = 8080) => ({
  metadata: { name: "web-1", labels: { "kubernetes.io/service-name": "web" } },
  ports: [{ name: "http", port }],
  endpoints,
});
const REQUEST = { service: "web", port: 80 };

test("users reach the ready pods behind a Service, at the port that it leads to", () => {
  const view = viewOf(
    WEB,
    slice([
      { addresses: ["10.0.0.1"], conditions: { ready: true } },
      { addresses: ["10.0.0.2"], conditions: { ready: false } },
    ]),
  );
  expect(addressesOf(view, REQUEST)).toEqual([{ host: "10.0.0.1", port: 8080 }]);
});

test("a Service that is gone, one without ready pods and a port that it lacks are what callers in the cluster see", () => {
  expect(() => addressesOf(viewOf(undefined), REQUEST)).toThrow("no such host");
  expect(() => addressesOf(viewOf(WEB, slice([])), REQUEST)).toThrow("connection refused");
  expect(() => addressesOf(viewOf(WEB, slice([{ addresses: ["10.0.0.1"] }])), { service: "web", port: 81 })).toThrow("connection refused");
});
