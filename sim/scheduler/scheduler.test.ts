import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { type ClusterFixture, createFixture, deployment } from "../bootstrap/cluster-fixture.cases.ts";

const failure = (fixture: ClusterFixture, name: string): string | undefined =>
  fixture
    .events(`${name}-`)
    .find((line) => line.startsWith("FailedScheduling: "))
    ?.replace(/^FailedScheduling: | \(x\d+\)$/g, "");
const CONTROL_PLANE = "1 node(s) had untolerated taint(s)";
const NOT_HELPFUL = "no new claims to deallocate, preemption: 0/4 nodes are available: 4 Preemption is not helpful for scheduling.";

test("the text of a failure counts and sorts the reasons of all nodes", () => {
  const fixture = createFixture();
  fixture.create(
    deployment("sel", {}, { nodeSelector: { disk: "ssd" } }),
    deployment("big", { resources: { requests: { cpu: "90", memory: "900Gi" } } }),
  );
  fixture.run(10);
  expect(failure(fixture, "sel")).toBe(
    `0/4 nodes are available: ${CONTROL_PLANE}, 3 node(s) didn't match Pod's node affinity/selector. ${NOT_HELPFUL}`,
  );
  expect(failure(fixture, "big")).toBe(
    `0/4 nodes are available: ${CONTROL_PLANE}, 3 Insufficient cpu, 3 Insufficient memory. ${NOT_HELPFUL}`,
  );
  expect(fixture.pods("sel")[0]?.status?.conditions?.[0]).toMatchObject({ type: "PodScheduled", status: "False", reason: "Unschedulable" });
});

test("what an eviction could cure is told apart from what it could not", () => {
  const fixture = createFixture();
  fixture.create(deployment("full", { resources: { requests: { cpu: "6" } } }, {}, { replicas: 4 }));
  fixture.run(20);
  expect(failure(fixture, "full")).toBe(
    `0/4 nodes are available: ${CONTROL_PLANE}, 3 Insufficient cpu. no new claims to deallocate, preemption: 0/4 nodes are available: 1 Preemption is not helpful for scheduling, 3 No preemption victims found for incoming pod.`,
  );
});

test("a pod that waits is placed as soon as a node gets the label that it asks for", () => {
  const fixture = createFixture();
  fixture.create(deployment("sel", {}, { nodeSelector: { disk: "ssd" } }));
  fixture.run(100);
  const node = fixture.client.get<Node>("nodes", undefined, "worker-2") as Node;
  fixture.client.update("nodes", { ...node, metadata: { ...node.metadata, labels: { ...node.metadata.labels, disk: "ssd" } } });
  fixture.run(15);
  expect(fixture.pods("sel")[0]).toMatchObject({ spec: { nodeName: "worker-2" }, status: { phase: "Running" } });
});

test("a pod nobody can help is looked at again every five minutes and no sooner", () => {
  const fixture = createFixture();
  fixture.create(deployment("sel", {}, { nodeSelector: { disk: "ssd" } }));
  fixture.run(650);
  expect(fixture.events("sel-").filter((line) => line.startsWith("FailedScheduling"))).toHaveLength(1);
});

test("anti-affinity leaves the surplus pod pending", () => {
  const fixture = createFixture();
  const podAntiAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: { app: "spread" } }, topologyKey: "kubernetes.io/hostname" },
    ],
  };
  fixture.create(deployment("spread", {}, { affinity: { podAntiAffinity } }, { replicas: 4 }));
  fixture.run(20);
  expect(new Set(fixture.pods("spread").map(({ spec }) => spec.nodeName)).size).toBe(4);
  expect(failure(fixture, "spread")).toContain("3 node(s) didn't match pod anti-affinity rules");
  expect(failure(fixture, "spread")).toContain("3 No preemption victims found for incoming pod.");
});

test("a claim that is not there, a taint and a cordon are named", () => {
  const fixture = createFixture();
  fixture.create(
    deployment(
      "pvc",
      { volumeMounts: [{ name: "v", mountPath: "/v" }] },
      { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "nope" } }] },
    ),
  );
  for (const name of ["worker-1", "worker-2"]) {
    const node = fixture.client.get<Node>("nodes", undefined, name) as Node;
    fixture.client.update("nodes", {
      ...node,
      spec:
        name === "worker-1"
          ? { ...node.spec, unschedulable: true }
          : { ...node.spec, taints: [{ key: "team", value: "x", effect: "NoSchedule" }] },
    });
  }
  fixture.create(deployment("picky", {}, { nodeSelector: { a: "b" } }));
  fixture.run(10);
  expect(failure(fixture, "pvc")).toBe('0/4 nodes are available: persistentvolumeclaim "nope" not found. not found');
  expect(failure(fixture, "picky")).toContain("2 node(s) had untolerated taint(s)");
  expect(failure(fixture, "picky")).toContain("1 node(s) were unschedulable");
});

test("a claim of the default class is provisioned where its first pod goes, and later pods follow it", () => {
  const fixture = createFixture();
  const claim: PersistentVolumeClaim = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
  fixture.create(claim);
  fixture.run(5);
  expect(fixture.events("data")).toContain("WaitForFirstConsumer: waiting for first consumer to be created before binding");
  fixture.create(
    deployment(
      "db",
      { volumeMounts: [{ name: "v", mountPath: "/v" }] },
      { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }] },
    ),
  );
  fixture.run(20);
  const [pod] = fixture.pods("db");
  expect(pod?.status?.phase).toBe("Running");
  expect(fixture.client.get<PersistentVolumeClaim>("persistentvolumeclaims", "shop", "data")?.status?.phase).toBe("Bound");
  fixture.client.delete("pods", "shop", pod?.metadata.name as string, { gracePeriodSeconds: 0 });
  fixture.run(20);
  expect(fixture.pods("db")[0]?.spec.nodeName).toBe(pod?.spec.nodeName);
});

test("a pod of higher priority takes the place of one of lower priority", () => {
  const fixture = createFixture();
  fixture.create({ apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", metadata: { name: "high" }, value: 1000 } as never);
  fixture.create(deployment("low", { resources: { requests: { cpu: "6" } } }, { terminationGracePeriodSeconds: 1 }, { replicas: 3 }));
  fixture.run(20);
  fixture.create(deployment("high", { resources: { requests: { cpu: "6" } } }, { priorityClassName: "high" }));
  fixture.run(30);
  expect(fixture.pods("high")[0]?.status?.phase).toBe("Running");
  expect(fixture.events("low-").some((line) => /^Preempted: Preempted by pod \S+ on node worker-\d/.test(line))).toBe(true);
});
