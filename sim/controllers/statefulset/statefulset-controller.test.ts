import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { BUSYBOX, type ClusterBed, createBed } from "../../bootstrap/cluster-bed.cases.ts";

const statefulSet = (retention: StatefulSet["spec"]["persistentVolumeClaimRetentionPolicy"] = undefined): KubeObject =>
  ({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db", namespace: "shop" },
    spec: {
      serviceName: "db",
      replicas: 2,
      ...(retention && { persistentVolumeClaimRetentionPolicy: retention }),
      selector: { matchLabels: { app: "db" } },
      template: {
        metadata: { labels: { app: "db" } },
        spec: {
          terminationGracePeriodSeconds: 1,
          containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "10000"], volumeMounts: [{ name: "data", mountPath: "/data" }] }],
        },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: "data", labels: { tier: "store" } },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } },
        },
      ],
    },
  }) as KubeObject;

const claims = (bed: ClusterBed): readonly PersistentVolumeClaim[] =>
  bed.client.list<PersistentVolumeClaim>("persistentvolumeclaims", "shop");

const names = (bed: ClusterBed): readonly string[] => claims(bed).map(({ metadata }) => metadata.name);

const change = (bed: ClusterBed, spec: Partial<StatefulSet["spec"]>): void => {
  const set = bed.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  bed.client.update("statefulsets.apps", { ...set, spec: { ...set.spec, ...spec } });
};

test("each member gets a claim of its own, bound before the member runs, and keeps it over restarts, scaling and the set's end", () => {
  const bed = createBed();
  bed.create(statefulSet());
  bed.run(40);
  expect(bed.pods("db").map(({ status }) => status?.phase)).toEqual(["Running", "Running"]);
  expect(claims(bed).map(({ metadata, status }) => [metadata.name, metadata.labels, status?.phase])).toEqual([
    ["data-db-0", { app: "db", tier: "store" }, "Bound"],
    ["data-db-1", { app: "db", tier: "store" }, "Bound"],
  ]);
  const volumes = claims(bed).map(({ spec }) => spec.volumeName);
  bed.client.delete("pods", "shop", "db-0");
  change(bed, { replicas: 1 });
  bed.run(40);
  expect(bed.pods("db").map(({ metadata }) => metadata.name)).toEqual(["db-0"]);
  expect(bed.pods("db")[0]?.spec.volumes?.[0]).toEqual({ name: "data", persistentVolumeClaim: { claimName: "data-db-0" } });
  bed.client.delete("statefulsets.apps", "shop", "db");
  bed.run(30);
  expect(bed.pods("db")).toEqual([]);
  expect(claims(bed).map(({ spec }) => spec.volumeName)).toEqual(volumes);
});

test("claims go with the members that are scaled away where the policy says so", () => {
  const bed = createBed();
  bed.create(statefulSet({ whenScaled: "Delete", whenDeleted: "Retain" }));
  bed.run(40);
  expect(claims(bed)[1]?.metadata.ownerReferences).toBeUndefined();
  change(bed, { replicas: 1 });
  bed.run(30);
  expect(names(bed)).toEqual(["data-db-0"]);
  change(bed, { replicas: 2 });
  bed.run(40);
  expect(names(bed)).toEqual(["data-db-0", "data-db-1"]);
});

test("claims go with the set where the policy says so", () => {
  const bed = createBed();
  bed.create(statefulSet({ whenScaled: "Retain", whenDeleted: "Delete" }));
  bed.run(40);
  expect(claims(bed)[0]?.metadata.ownerReferences).toMatchObject([
    { kind: "StatefulSet", name: "db", controller: true, blockOwnerDeletion: true },
  ]);
  bed.client.delete("statefulsets.apps", "shop", "db");
  bed.run(30);
  expect(names(bed)).toEqual([]);
});

test("a rollout goes from the top and stops at a member that does not get ready", () => {
  const bed = createBed();
  bed.create(statefulSet());
  bed.run(40);
  const set = bed.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  const [container] = set.spec.template.spec.containers;
  const broken = {
    ...set.spec.template,
    spec: { ...set.spec.template.spec, containers: [{ ...container, name: "c", image: "registry.local/busybox:0.0" }] },
  };
  change(bed, { template: broken });
  bed.run(60);
  expect(bed.pods("db").map(({ spec }) => spec.containers[0]?.image)).toEqual([BUSYBOX, "registry.local/busybox:0.0"]);
  expect(bed.client.get<StatefulSet>("statefulsets.apps", "shop", "db")?.status).toMatchObject({
    readyReplicas: 1,
    updatedReplicas: 1,
    currentReplicas: 1,
  });
});

test("a revision is named as a real cluster names the same template", () => {
  const bed = createBed();
  const template = {
    metadata: { labels: { app: "db" } },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: "app", image: "registry.local/busybox:1.35", command: ["sleep", "3600"] }],
    },
  };
  bed.create({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db", namespace: "shop" },
    spec: { serviceName: "db", selector: { matchLabels: { app: "db" } }, template },
  } as KubeObject);
  bed.run(5);
  const [revision] = bed.client.list<KubeObject>("controllerrevisions.apps", "shop");
  expect(revision?.metadata).toMatchObject({ name: "db-6f6986d9c8", labels: { app: "db", "controller.kubernetes.io/hash": "6f6986d9c8" } });
});
