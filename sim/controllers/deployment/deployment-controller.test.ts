import { expect, test } from "vitest";
import type { Deployment, ReplicaSet } from "#kube/types/workloads.ts";
import { BUSYBOX, type ClusterBed, createBed, deployment } from "../../bootstrap/cluster-bed.cases.ts";

const read = (bed: ClusterBed, name: string): Deployment => bed.client.get<Deployment>("deployments.apps", "shop", name) as Deployment;
const sets = (bed: ClusterBed, name: string): readonly ReplicaSet[] =>
  bed.client.list<ReplicaSet>("replicasets.apps", "shop").filter(({ metadata }) => metadata.name.startsWith(`${name}-`));
const change = (bed: ClusterBed, name: string, spec: Partial<Deployment["spec"]>): void => {
  const present = read(bed, name);
  const result = bed.client.update("deployments.apps", { ...present, spec: { ...present.spec, ...spec } });
  if (!result.ok) throw new Error(result.error.message);
};
const withImage = (bed: ClusterBed, name: string, image: string): Deployment["spec"]["template"] => {
  const { template } = read(bed, name).spec;
  return { ...template, spec: { ...template.spec, containers: template.spec.containers.map((container) => ({ ...container, image })) } };
};
const condition = (bed: ClusterBed, name: string, type: string) => read(bed, name).status?.conditions?.find((one) => one.type === type);

test("a new Deployment becomes available, with a revision, a hash and the words of a real one", () => {
  const bed = createBed();
  bed.create(deployment("web", {}, {}, { replicas: 3 }));
  bed.run(20);
  const { metadata, status } = read(bed, "web");
  expect(metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("1");
  expect(status).toMatchObject({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    terminatingReplicas: 0,
  });
  expect(condition(bed, "web", "Progressing")).toMatchObject({ status: "True", reason: "NewReplicaSetAvailable" });
  const [set] = sets(bed, "web");
  expect(set?.metadata.name).toMatch(/^web-[456789bcdf]{1,10}$/);
  expect(set?.metadata.annotations).toMatchObject({
    "deployment.kubernetes.io/desired-replicas": "3",
    "deployment.kubernetes.io/max-replicas": "4",
  });
  expect(bed.events("web")).toContain(`ScalingReplicaSet: Scaled up replica set ${set?.metadata.name} from 0 to 3`);
});

test("a rolling update never lacks more or has more than it may, and undoing it brings the old ReplicaSet back", () => {
  const bed = createBed();
  bed.create(deployment("web", {}, {}, { replicas: 4 }));
  bed.run(20);
  const before = sets(bed, "web")[0]?.metadata.name;
  change(bed, "web", { template: withImage(bed, "web", "docker.io/library/busybox:1.36") });
  for (let i = 0; i < 100; i++) {
    bed.run(0.5);
    const active = bed.pods("web").filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(active.length).toBeLessThanOrEqual(5);
    expect(
      active.filter(({ status }) => status?.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "True")).length,
    ).toBeGreaterThanOrEqual(3);
  }
  expect(
    sets(bed, "web")
      .map(({ spec }) => spec.replicas)
      .sort(),
  ).toEqual([0, 4]);
  change(bed, "web", { template: withImage(bed, "web", BUSYBOX) });
  bed.run(60);
  const back = sets(bed, "web").find(({ metadata }) => metadata.name === before);
  expect(back?.spec.replicas).toBe(4);
  expect(back?.metadata.annotations).toMatchObject({
    "deployment.kubernetes.io/revision": "3",
    "deployment.kubernetes.io/revision-history": "1",
  });
});

test("a rollout that gets nowhere is given up after its deadline, and the old pods serve on", () => {
  const bed = createBed();
  bed.create(deployment("web", {}, {}, { replicas: 2 }));
  bed.run(20);
  change(bed, "web", { template: withImage(bed, "web", "registry.local/busybox:1.99") });
  bed.run(590);
  expect(condition(bed, "web", "Progressing")?.reason).toBe("ReplicaSetUpdated");
  bed.run(30);
  expect(condition(bed, "web", "Progressing")).toMatchObject({ status: "False", reason: "ProgressDeadlineExceeded" });
  expect(condition(bed, "web", "Progressing")?.message).toMatch(/^ReplicaSet "web-\S+" has timed out progressing\.$/);
  expect(read(bed, "web").status).toMatchObject({ readyReplicas: 2, updatedReplicas: 1 });
});

test("Recreate ends all old pods before it starts new ones", () => {
  const bed = createBed();
  bed.create(deployment("web", {}, { terminationGracePeriodSeconds: 2 }, { replicas: 2, strategy: { type: "Recreate" } }));
  bed.run(20);
  const [old] = sets(bed, "web");
  change(bed, "web", { template: withImage(bed, "web", "docker.io/library/busybox:1.36") });
  for (let i = 0; i < 60; i++) {
    bed.run(0.25);
    const hashes = new Set(
      bed
        .pods("web")
        .filter(({ status }) => status?.phase !== "Failed")
        .map(({ metadata }) => metadata.labels?.["pod-template-hash"]),
    );
    expect(hashes.size).toBeLessThanOrEqual(1);
  }
  expect(bed.pods("web")).toHaveLength(2);
  expect(bed.pods("web")[0]?.metadata.labels?.["pod-template-hash"]).not.toBe(old?.metadata.labels?.["pod-template-hash"]);
});

test("a paused Deployment is scaled and starts no rollout until it is resumed", () => {
  const bed = createBed();
  bed.create(deployment("web", {}));
  bed.run(20);
  change(bed, "web", { paused: true, replicas: 2, template: withImage(bed, "web", "docker.io/library/busybox:1.36") });
  bed.run(20);
  expect(sets(bed, "web").map(({ spec }) => spec.replicas)).toEqual([2]);
  expect(condition(bed, "web", "Progressing")?.reason).toBe("DeploymentPaused");
  change(bed, "web", { paused: false });
  bed.run(60);
  expect(sets(bed, "web")).toHaveLength(2);
  expect(condition(bed, "web", "Progressing")?.reason).toBe("NewReplicaSetAvailable");
});

test("a quota that leaves no room shows as FailedCreate and ReplicaFailure, and heals when it is lifted", () => {
  const bed = createBed();
  bed.create({
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "q", namespace: "shop" },
    spec: { hard: { pods: "1" } },
  } as never);
  bed.run(1);
  bed.create(deployment("web", {}, {}, { replicas: 2 }));
  bed.run(20);
  expect(bed.pods("web")).toHaveLength(1);
  expect(condition(bed, "web", "ReplicaFailure")).toMatchObject({ status: "True", reason: "FailedCreate" });
  expect(
    bed
      .events("web-")
      .some((line) =>
        /^FailedCreate: Error creating: pods "web-\S+" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1/.test(
          line,
        ),
      ),
  ).toBe(true);
  bed.client.delete("resourcequotas", "shop", "q");
  bed.run(400);
  expect(bed.pods("web")).toHaveLength(2);
  expect(condition(bed, "web", "ReplicaFailure")).toBeUndefined();
});

test("a pod that is relabelled away runs on and is replaced", () => {
  const bed = createBed();
  bed.create(deployment("web", {}));
  bed.run(20);
  const [pod] = bed.pods("web");
  bed.client.update("pods", {
    ...(pod as NonNullable<typeof pod>),
    metadata: { ...(pod as NonNullable<typeof pod>).metadata, labels: { app: "other" } },
  });
  bed.run(20);
  expect(bed.pods("web")).toHaveLength(2);
  expect(bed.pods("web").find(({ metadata }) => metadata.uid === pod?.metadata.uid)?.metadata.ownerReferences ?? []).toEqual([]);
});

test("a steady Deployment writes nothing", () => {
  const bed = createBed();
  bed.create(deployment("web", {}));
  bed.run(60);
  const before = read(bed, "web").metadata.resourceVersion;
  bed.run(3600);
  expect(read(bed, "web").metadata.resourceVersion).toBe(before);
});
