import { expect, test } from "vitest";
import type { KubeObject } from "../types/meta.ts";
import type { Service } from "../types/network.ts";
import { plainManifest } from "./plain-manifest.ts";

const serviceOf = (spec: Service["spec"]): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "shop" },
  spec,
});

test("status and what a server fills into the metadata are left out", () => {
  const object = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "web",
      namespace: "shop",
      uid: "1",
      resourceVersion: "7",
      generation: 2,
      labels: { app: "web" },
      annotations: { "deployment.kubernetes.io/revision": "2", "example.com/owner": "shop" },
    },
    spec: { replicas: 2 },
    status: { readyReplicas: 2 },
  } as KubeObject;
  expect(plainManifest(object)).toEqual({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop", labels: { app: "web" }, annotations: { "example.com/owner": "shop" } },
    spec: { replicas: 2 },
  });
});

test("annotations that only controllers wrote leave no empty map", () => {
  const object = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", annotations: { "kubernetes.io/config.seen": "now" } },
  } as KubeObject;
  expect(plainManifest(object).metadata).toEqual({ name: "a" });
});

test("a Service gives its addresses and node ports back", () => {
  const given = serviceOf({ clusterIP: "10.96.0.7", clusterIPs: ["10.96.0.7"], type: "NodePort", ports: [{ port: 80, nodePort: 30_080 }] });
  expect(plainManifest(given)).toEqual(serviceOf({ type: "NodePort", ports: [{ port: 80 }] }));
});

test("a headless Service stays headless", () => {
  const given = serviceOf({ clusterIP: "None", clusterIPs: ["None"], ports: [{ port: 80 }] });
  expect(plainManifest(given)).toEqual(serviceOf({ clusterIP: "None", ports: [{ port: 80 }] }));
});
