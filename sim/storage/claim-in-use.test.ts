import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { BUSYBOX, type ClusterBed, createBed, deployment } from "../bootstrap/cluster-bed.cases.ts";

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

const find = (bed: ClusterBed, name: string) => bed.client.get<PersistentVolumeClaim>("persistentvolumeclaims", "shop", name);

test("a claim that is deleted while a pod uses it stays until the pod has ended, and its volume goes with it", () => {
  const bed = createBed();
  bed.create(claim("data"), user("user", "data"));
  bed.run(30);
  expect(find(bed, "data")?.status?.phase).toBe("Bound");
  bed.client.delete("persistentvolumeclaims", "shop", "data");
  bed.run(120);
  expect(find(bed, "data")?.metadata).toMatchObject({
    deletionTimestamp: expect.any(String),
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  bed.create(user("late", "data"));
  bed.run(10);
  expect(bed.pods("late")[0]?.status?.conditions?.[0]?.message).toContain('persistentvolumeclaim "data" is being deleted');
  bed.client.delete("pods", "shop", "user");
  bed.run(20);
  expect(find(bed, "data")).toBeUndefined();
  expect(bed.client.list("persistentvolumes")).toEqual([]);
});

test("a claim that nobody uses goes at once", () => {
  const bed = createBed();
  bed.create(claim("data"));
  bed.run(1);
  bed.client.delete("persistentvolumeclaims", "shop", "data");
  bed.run(1);
  expect(find(bed, "data")).toBeUndefined();
});

test("a namespace goes with everything in it, claims in use and protected pods included", () => {
  const bed = createBed();
  bed.create(claim("data"), user("user", "data"), deployment("web", {}, { terminationGracePeriodSeconds: 5 }, { replicas: 2 }));
  bed.run(30);
  bed.client.delete("namespaces", undefined, "shop");
  bed.run(60);
  expect(bed.client.get("namespaces", undefined, "shop")).toBeUndefined();
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
    expect(bed.client.list(resource, "shop"), resource).toEqual([]);
  expect(bed.client.list("persistentvolumes")).toEqual([]);
});

test("a claim that got a larger volume than it asked for can be deleted, and its volume is released", () => {
  const bed = createBed();
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
  bed.create(volume, { ...small, spec: { ...small.spec, storageClassName: "by-hand" } } as KubeObject);
  bed.run(20);
  expect(find(bed, "small")?.status?.capacity).toEqual({ storage: "3Gi" });
  bed.client.delete("persistentvolumeclaims", "shop", "small");
  bed.run(20);
  expect(find(bed, "small")).toBeUndefined();
  expect(bed.client.get<KubeObject>("persistentvolumes", undefined, "large")).toMatchObject({ status: { phase: "Released" } });
});
