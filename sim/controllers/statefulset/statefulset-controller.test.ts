import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { BUSYBOX, type ClusterFixture, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

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

const claims = (fixture: ClusterFixture): readonly PersistentVolumeClaim[] =>
  fixture.client.list<PersistentVolumeClaim>("persistentvolumeclaims", "shop");

const names = (fixture: ClusterFixture): readonly string[] => claims(fixture).map(({ metadata }) => metadata.name);

const change = (fixture: ClusterFixture, spec: Partial<StatefulSet["spec"]>): void => {
  const set = fixture.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  fixture.client.update("statefulsets.apps", { ...set, spec: { ...set.spec, ...spec } });
};

test("each member gets a claim of its own, bound before the member runs, and keeps it over restarts, scaling and the set's end", () => {
  const fixture = createFixture();
  fixture.create(statefulSet());
  fixture.run(40);
  expect(fixture.pods("db").map(({ status }) => status?.phase)).toEqual(["Running", "Running"]);
  expect(claims(fixture).map(({ metadata, status }) => [metadata.name, metadata.labels, status?.phase])).toEqual([
    ["data-db-0", { app: "db", tier: "store" }, "Bound"],
    ["data-db-1", { app: "db", tier: "store" }, "Bound"],
  ]);
  const volumes = claims(fixture).map(({ spec }) => spec.volumeName);
  fixture.client.delete("pods", "shop", "db-0");
  change(fixture, { replicas: 1 });
  fixture.run(40);
  expect(fixture.pods("db").map(({ metadata }) => metadata.name)).toEqual(["db-0"]);
  expect(fixture.pods("db")[0]?.spec.volumes?.[0]).toEqual({ name: "data", persistentVolumeClaim: { claimName: "data-db-0" } });
  fixture.client.delete("statefulsets.apps", "shop", "db");
  fixture.run(30);
  expect(fixture.pods("db")).toEqual([]);
  expect(claims(fixture).map(({ spec }) => spec.volumeName)).toEqual(volumes);
});

test("claims go with the members that are scaled away where the policy says so", () => {
  const fixture = createFixture();
  fixture.create(statefulSet({ whenScaled: "Delete", whenDeleted: "Retain" }));
  fixture.run(40);
  expect(claims(fixture)[1]?.metadata.ownerReferences).toBeUndefined();
  change(fixture, { replicas: 1 });
  fixture.run(30);
  expect(names(fixture)).toEqual(["data-db-0"]);
  change(fixture, { replicas: 2 });
  fixture.run(40);
  expect(names(fixture)).toEqual(["data-db-0", "data-db-1"]);
});

test("claims go with the set where the policy says so", () => {
  const fixture = createFixture();
  fixture.create(statefulSet({ whenScaled: "Retain", whenDeleted: "Delete" }));
  fixture.run(40);
  expect(claims(fixture)[0]?.metadata.ownerReferences).toMatchObject([
    { kind: "StatefulSet", name: "db", controller: true, blockOwnerDeletion: true },
  ]);
  fixture.client.delete("statefulsets.apps", "shop", "db");
  fixture.run(30);
  expect(names(fixture)).toEqual([]);
});

test("a rollout goes from the top and stops at a member that does not get ready", () => {
  const fixture = createFixture();
  fixture.create(statefulSet());
  fixture.run(40);
  const set = fixture.client.get<StatefulSet>("statefulsets.apps", "shop", "db") as StatefulSet;
  const [container] = set.spec.template.spec.containers;
  const broken = {
    ...set.spec.template,
    spec: { ...set.spec.template.spec, containers: [{ ...container, name: "c", image: "registry.local/busybox:0.0" }] },
  };
  change(fixture, { template: broken });
  fixture.run(60);
  expect(fixture.pods("db").map(({ spec }) => spec.containers[0]?.image)).toEqual([BUSYBOX, "registry.local/busybox:0.0"]);
  expect(fixture.client.get<StatefulSet>("statefulsets.apps", "shop", "db")?.status).toMatchObject({
    readyReplicas: 1,
    updatedReplicas: 1,
    currentReplicas: 1,
  });
});

test.each(["OrderedReady", "Parallel"] as const)(
  "with %s, a template that is put back comes into force once the pod of the broken one is deleted, in parallel by the controller itself",
  (podManagementPolicy) => {
    const fixture = createFixture();
    const set = statefulSet() as StatefulSet;
    const managed: StatefulSet = { ...set, spec: { ...set.spec, podManagementPolicy } };
    fixture.create(managed);
    fixture.run(40);
    const withImage = (image: string) => {
      const [container] = set.spec.template.spec.containers;
      const { spec, ...template } = set.spec.template;
      change(fixture, { template: { ...template, spec: { ...spec, containers: [{ ...container, name: "c", image }] } } });
      fixture.run(60);
    };
    const images = () => fixture.pods("db").map(({ spec }) => spec.containers[0]?.image);
    const isReady = () => fixture.client.get<StatefulSet>("statefulsets.apps", "shop", "db")?.status?.readyReplicas === 2;
    const broken = "registry.local/busybox:0.0";
    withImage(broken);
    expect(images()).toEqual([BUSYBOX, broken]);
    withImage(BUSYBOX);
    fixture.run(600);
    expect([images()[1], isReady()]).toEqual(podManagementPolicy === "Parallel" ? [BUSYBOX, true] : [broken, false]);
    fixture.client.delete("pods", "shop", "db-1");
    fixture.run(60);
    expect([images()[1], isReady()]).toEqual([BUSYBOX, true]);
  },
);

test("in parallel, a rollout waits for a pod of the new template alone", () => {
  const fixture = createFixture();
  const set = statefulSet() as StatefulSet;
  const [container] = set.spec.template.spec.containers;
  const withImage = (image: string): StatefulSet["spec"]["template"] => ({
    ...set.spec.template,
    spec: { ...set.spec.template.spec, containers: [{ ...container, name: "c", image }] },
  });
  const broken = ["registry.local/busybox:0.0", "registry.local/busybox:0.1"] as const;
  const parallel: StatefulSet = { ...set, spec: { ...set.spec, podManagementPolicy: "Parallel", template: withImage(broken[0]) } };
  fixture.create(parallel);
  fixture.run(40);
  change(fixture, { template: withImage(broken[1]) });
  fixture.run(300);
  expect(fixture.pods("db").map(({ spec }) => spec.containers[0]?.image)).toEqual([broken[0], broken[1]]);
});

test("a revision is named as a real cluster names the same template", () => {
  const fixture = createFixture();
  const template = {
    metadata: { labels: { app: "db" } },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: "app", image: "registry.local/busybox:1.35", command: ["sleep", "3600"] }],
    },
  };
  fixture.create({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db", namespace: "shop" },
    spec: { serviceName: "db", selector: { matchLabels: { app: "db" } }, template },
  } as KubeObject);
  fixture.run(5);
  const [revision] = fixture.client.list<KubeObject>("controllerrevisions.apps", "shop");
  expect(revision?.metadata).toMatchObject({ name: "db-6f6986d9c8", labels: { app: "db", "controller.kubernetes.io/hash": "6f6986d9c8" } });
});
