import { expect, test } from "vitest";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { BUSYBOX, type ClusterFixture, createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";

const read = (fixture: ClusterFixture, name: string): Deployment =>
  fixture.client.get<Deployment>("deployments.apps", "shop", name) as Deployment;
const sets = (fixture: ClusterFixture, name: string): readonly ReplicaSet[] =>
  fixture.client.list<ReplicaSet>("replicasets.apps", "shop").filter(({ metadata }) => metadata.name.startsWith(`${name}-`));
const change = (fixture: ClusterFixture, name: string, spec: Partial<Deployment["spec"]>): void => {
  const present = read(fixture, name);
  const result = fixture.client.update("deployments.apps", { ...present, spec: { ...present.spec, ...spec } });
  if (!result.ok) throw new Error(result.error.message);
};
const withImage = (fixture: ClusterFixture, name: string, image: string): Deployment["spec"]["template"] => {
  const { template } = read(fixture, name).spec;
  return { ...template, spec: { ...template.spec, containers: template.spec.containers.map((container) => ({ ...container, image })) } };
};
const condition = (fixture: ClusterFixture, name: string, type: string) =>
  read(fixture, name).status?.conditions?.find((one) => one.type === type);

test("a new Deployment becomes available, with a revision, a hash and the words of a real one", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, {}, { replicas: 3 }));
  fixture.run(20);
  const { metadata, status } = read(fixture, "web");
  expect(metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("1");
  expect(status).toMatchObject({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    terminatingReplicas: 0,
  });
  expect(condition(fixture, "web", "Progressing")).toMatchObject({ status: "True", reason: "NewReplicaSetAvailable" });
  const [set] = sets(fixture, "web");
  expect(set?.metadata.name).toMatch(/^web-[456789bcdf]{1,10}$/);
  expect(set?.metadata.annotations).toMatchObject({
    "deployment.kubernetes.io/desired-replicas": "3",
    "deployment.kubernetes.io/max-replicas": "4",
  });
  expect(fixture.events("web")).toContain(`ScalingReplicaSet: Scaled up replica set ${set?.metadata.name} from 0 to 3`);
});

test("a rolling update never lacks more or has more than it may, and undoing it brings the old ReplicaSet back", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, {}, { replicas: 4 }));
  fixture.run(20);
  const before = sets(fixture, "web")[0]?.metadata.name;
  change(fixture, "web", { template: withImage(fixture, "web", "docker.io/library/busybox:1.36") });
  for (let i = 0; i < 100; i++) {
    fixture.run(0.5);
    const active = fixture.pods("web").filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(active.length).toBeLessThanOrEqual(5);
    expect(
      active.filter(({ status }) => status?.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "True")).length,
    ).toBeGreaterThanOrEqual(3);
  }
  expect(
    sets(fixture, "web")
      .map(({ spec }) => spec.replicas)
      .sort(),
  ).toEqual([0, 4]);
  change(fixture, "web", { template: withImage(fixture, "web", BUSYBOX) });
  fixture.run(60);
  const back = sets(fixture, "web").find(({ metadata }) => metadata.name === before);
  expect(back?.spec.replicas).toBe(4);
  expect(back?.metadata.annotations).toMatchObject({
    "deployment.kubernetes.io/revision": "3",
    "deployment.kubernetes.io/revision-history": "1",
  });
});

test("a rollout that gets nowhere is given up after its deadline, and the old pods serve on", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, {}, { replicas: 2 }));
  fixture.run(20);
  change(fixture, "web", { template: withImage(fixture, "web", "registry.local/busybox:1.99") });
  fixture.run(590);
  expect(condition(fixture, "web", "Progressing")?.reason).toBe("ReplicaSetUpdated");
  fixture.run(30);
  expect(condition(fixture, "web", "Progressing")).toMatchObject({ status: "False", reason: "ProgressDeadlineExceeded" });
  expect(condition(fixture, "web", "Progressing")?.message).toMatch(/^ReplicaSet "web-\S+" has timed out progressing\.$/);
  expect(read(fixture, "web").status).toMatchObject({ readyReplicas: 2, updatedReplicas: 1 });
});

test("Recreate ends all old pods before it starts new ones", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 2 }, { replicas: 2, strategy: { type: "Recreate" } }));
  fixture.run(20);
  const [old] = sets(fixture, "web");
  change(fixture, "web", { template: withImage(fixture, "web", "docker.io/library/busybox:1.36") });
  for (let i = 0; i < 60; i++) {
    fixture.run(0.25);
    const hashes = new Set(
      fixture
        .pods("web")
        .filter(({ status }) => status?.phase !== "Failed")
        .map(({ metadata }) => metadata.labels?.["pod-template-hash"]),
    );
    expect(hashes.size).toBeLessThanOrEqual(1);
  }
  expect(fixture.pods("web")).toHaveLength(2);
  expect(fixture.pods("web")[0]?.metadata.labels?.["pod-template-hash"]).not.toBe(old?.metadata.labels?.["pod-template-hash"]);
});

test("a paused Deployment is scaled and starts no rollout until it is resumed", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(20);
  change(fixture, "web", { paused: true, replicas: 2, template: withImage(fixture, "web", "docker.io/library/busybox:1.36") });
  fixture.run(20);
  expect(sets(fixture, "web").map(({ spec }) => spec.replicas)).toEqual([2]);
  expect(condition(fixture, "web", "Progressing")?.reason).toBe("DeploymentPaused");
  change(fixture, "web", { paused: false });
  fixture.run(60);
  expect(sets(fixture, "web")).toHaveLength(2);
  expect(condition(fixture, "web", "Progressing")?.reason).toBe("NewReplicaSetAvailable");
});

test("a quota that leaves no room shows as FailedCreate and ReplicaFailure, and heals when it is lifted", () => {
  const fixture = createFixture();
  fixture.create({
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "q", namespace: "shop" },
    spec: { hard: { pods: "1" } },
  } as never);
  fixture.run(1);
  fixture.create(deployment("web", {}, {}, { replicas: 2 }));
  fixture.run(20);
  expect(fixture.pods("web")).toHaveLength(1);
  expect(condition(fixture, "web", "ReplicaFailure")).toMatchObject({ status: "True", reason: "FailedCreate" });
  expect(
    fixture
      .events("web-")
      .some((line) =>
        /^FailedCreate: Error creating: pods "web-\S+" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1/.test(
          line,
        ),
      ),
  ).toBe(true);
  fixture.client.delete("resourcequotas", "shop", "q");
  fixture.run(400);
  expect(fixture.pods("web")).toHaveLength(2);
  expect(condition(fixture, "web", "ReplicaFailure")).toBeUndefined();
});

test("a pod that is relabelled away runs on and is replaced", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(20);
  const [pod] = fixture.pods("web");
  fixture.client.update("pods", {
    ...(pod as NonNullable<typeof pod>),
    metadata: { ...(pod as NonNullable<typeof pod>).metadata, labels: { app: "other" } },
  });
  fixture.run(20);
  expect(fixture.pods("web")).toHaveLength(2);
  expect(fixture.pods("web").find(({ metadata }) => metadata.uid === pod?.metadata.uid)?.metadata.ownerReferences ?? []).toEqual([]);
});

test("a steady Deployment writes nothing", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(60);
  const before = read(fixture, "web").metadata.resourceVersion;
  fixture.run(3600);
  expect(read(fixture, "web").metadata.resourceVersion).toBe(before);
});
