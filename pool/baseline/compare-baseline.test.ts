import { expect, test } from "vitest";
import type { KubeObject, ObjectMeta } from "#kube/types/meta.ts";
import { digestObjects, listDifferences, type Objects, renderDifference } from "./compare-baseline.ts";

const object = (kind: string, metadata: Partial<ObjectMeta>, rest: object = {}): KubeObject =>
  ({ apiVersion: "v1", kind, metadata: { name: "web", namespace: "shop", ...metadata }, ...rest }) as KubeObject;

const state = (resource: string, ...objects: readonly KubeObject[]): Objects => ({ [resource]: objects });

/** Pairs of objects in the same state, with different fields written by the cluster. */
const SAME: readonly (readonly [what: string, resource: string, before: KubeObject, now: KubeObject])[] = [
  [
    "a rebirth under the same name",
    "configmaps",
    object("ConfigMap", { uid: "1", resourceVersion: "5", creationTimestamp: "2026-01-05T08:00:00Z" }, { data: { a: "1" } }),
    object(
      "ConfigMap",
      { uid: "2", resourceVersion: "9", creationTimestamp: "2026-01-05T09:00:00Z", managedFields: [{}] },
      { data: { a: "1" } },
    ),
  ],
  [
    "a new revision and kubectl's own notes",
    "deployments.apps",
    object("Deployment", { generation: 1, annotations: { "deployment.kubernetes.io/revision": "1" } }, { status: { replicas: 1 } }),
    object("Deployment", {
      generation: 4,
      annotations: { "deployment.kubernetes.io/revision": "3", "kubectl.kubernetes.io/last-applied-configuration": "{}" },
    }),
  ],
  [
    "another cluster address and node port",
    "services",
    object("Service", {}, { spec: { clusterIP: "10.1.0.1", clusterIPs: ["10.1.0.1"], ports: [{ port: 80, nodePort: 30001 }] } }),
    object("Service", {}, { spec: { clusterIP: "10.1.0.2", clusterIPs: ["10.1.0.2"], ports: [{ port: 80, nodePort: 30002 }] } }),
  ],
  [
    "another volume of the same claim",
    "persistentvolumeclaims",
    object(
      "PersistentVolumeClaim",
      { annotations: { "pv.kubernetes.io/bind-completed": "yes" } },
      { spec: { accessModes: ["ReadWriteOnce"], volumeName: "pv-1" } },
    ),
    object("PersistentVolumeClaim", {}, { spec: { accessModes: ["ReadWriteOnce"] } }),
  ],
  [
    "another owner of the same name",
    "secrets",
    object("Secret", { ownerReferences: [{ apiVersion: "v1", kind: "Service", name: "web", uid: "1" }] }),
    object("Secret", { ownerReferences: [{ apiVersion: "v1", kind: "Service", name: "web", uid: "2" }] }),
  ],
];

test.each(SAME)("%s is no difference", (_what, resource, before, now) => {
  expect(listDifferences(state(resource, before), state(resource, now))).toEqual([]);
  expect(digestObjects(state(resource, before))).toBe(digestObjects(state(resource, now)));
});

test("an extra, a missing and a changed object are told apart, with the changed fields", () => {
  const before = { configmaps: [object("ConfigMap", { name: "a" }, { data: { x: "1", y: "1" } }), object("ConfigMap", { name: "b" })] };
  const now = { configmaps: [object("ConfigMap", { name: "a" }, { data: { x: "2", y: "1" } }), object("ConfigMap", { name: "c" })] };
  expect(listDifferences(before, now).map(renderDifference)).toEqual([
    "changed configmaps/a: data.x",
    "missing configmaps/b",
    "extra configmaps/c",
  ]);
  expect(digestObjects(before)).not.toBe(digestObjects(now));
});

test("a Service that becomes headless is a difference", () => {
  const before = object("Service", {}, { spec: { clusterIP: "10.1.0.1", clusterIPs: ["10.1.0.1"] } });
  const now = object("Service", {}, { spec: { clusterIP: "None", clusterIPs: ["None"] } });
  expect(listDifferences(state("services", before), state("services", now)).map(renderDifference)).toEqual([
    "changed services/web: spec.clusterIP, spec.clusterIPs",
  ]);
});

test("what a controller keeps is not compared, and what is being deleted counts as gone", () => {
  const owned = object("Pod", {
    ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "1", controller: true }],
  });
  expect(listDifferences({ pods: [] }, { pods: [owned] })).toEqual([]);
  expect(
    listDifferences({ pods: [object("Pod", {})] }, { pods: [object("Pod", { deletionTimestamp: "2026-01-05T08:00:00Z" })] }).map(
      renderDifference,
    ),
  ).toEqual(["missing pods/web"]);
});
