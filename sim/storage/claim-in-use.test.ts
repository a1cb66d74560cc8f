import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { BUSYBOX, type ClusterFixture, createFixture, deployment } from "../bootstrap/cluster-fixture.cases.ts";

const claim = (name: string): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } },
  }) as KubeObject;

const user = (name: string, claimName: string): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop" },
    spec: {
      terminationGracePeriodSeconds: 1,
      containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "10000"], volumeMounts: [{ name: "d", mountPath: "/d" }] }],
      volumes: [{ name: "d", persistentVolumeClaim: { claimName } }],
    },
  }) as KubeObject;

const find = (fixture: ClusterFixture, name: string) => fixture.client.get<PersistentVolumeClaim>("persistentvolumeclaims", "shop", name);

test("a claim that is deleted while a pod uses it stays until the pod has ended, and its volume goes with it", () => {
  const fixture = createFixture();
  fixture.create(claim("data"), user("user", "data"));
  fixture.run(30);
  expect(find(fixture, "data")?.status?.phase).toBe("Bound");
  fixture.client.delete("persistentvolumeclaims", "shop", "data");
  fixture.run(120);
  expect(find(fixture, "data")?.metadata).toMatchObject({
    deletionTimestamp: expect.any(String),
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  fixture.create(user("late", "data"));
  fixture.run(10);
  expect(fixture.pods("late")[0]?.status?.conditions?.[0]?.message).toContain('persistentvolumeclaim "data" is being deleted');
  fixture.client.delete("pods", "shop", "user");
  fixture.run(20);
  expect(find(fixture, "data")).toBeUndefined();
  expect(fixture.client.list("persistentvolumes")).toEqual([]);
});

test("a claim that nobody uses goes at once", () => {
  const fixture = createFixture();
  fixture.create(claim("data"));
  fixture.run(1);
  fixture.client.delete("persistentvolumeclaims", "shop", "data");
  fixture.run(1);
  expect(find(fixture, "data")).toBeUndefined();
});

test("a namespace goes with everything in it, claims in use and protected pods included", () => {
  const fixture = createFixture();
  fixture.create(claim("data"), user("user", "data"), deployment("web", {}, { terminationGracePeriodSeconds: 5 }, { replicas: 2 }));
  fixture.run(30);
  fixture.client.delete("namespaces", undefined, "shop");
  fixture.run(60);
  expect(fixture.client.get("namespaces", undefined, "shop")).toBeUndefined();
  for (const resource of [
    "pods",
    "persistentvolumeclaims",
    "deployments.apps",
    "replicasets.apps",
    "configmaps",
    "serviceaccounts",
    "events",
    "endpointslices.discovery.k8s.io",
  ])
    expect(fixture.client.list(resource, "shop"), resource).toEqual([]);
  expect(fixture.client.list("persistentvolumes")).toEqual([]);
});

test("a claim that got a larger volume than it asked for can be deleted, and its volume is released", () => {
  const fixture = createFixture();
  const volume = {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: "large" },
    spec: {
      capacity: { storage: "3Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: "by-hand",
      persistentVolumeReclaimPolicy: "Retain",
      hostPath: { path: "/srv" },
    },
  } as KubeObject;
  const small = claim("small") as PersistentVolumeClaim;
  fixture.create(volume, { ...small, spec: { ...small.spec, storageClassName: "by-hand" } } as KubeObject);
  fixture.run(20);
  expect(find(fixture, "small")?.status?.capacity).toEqual({ storage: "3Gi" });
  fixture.client.delete("persistentvolumeclaims", "shop", "small");
  fixture.run(20);
  expect(find(fixture, "small")).toBeUndefined();
  expect(fixture.client.get<KubeObject>("persistentvolumes", undefined, "large")).toMatchObject({ status: { phase: "Released" } });
});
