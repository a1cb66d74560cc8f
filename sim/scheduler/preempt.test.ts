import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { BUSYBOX, createFixture } from "../bootstrap/cluster-fixture.cases.ts";

const SEAT = "example.com/seat";

const sitting = (name: string, priorityClassName: string): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop" },
    spec: {
      priorityClassName,
      terminationGracePeriodSeconds: 0,
      containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "9999"], resources: { limits: { [SEAT]: "1" } } }],
    },
  }) as KubeObject;

test("a pod takes the place of a victim that is gone at once, and nothing is said of preemption that made room", () => {
  const fixture = createFixture();
  for (const [name, value] of [
    ["low", 1],
    ["high", 1000],
  ] as const)
    fixture.client.create("priorityclasses.scheduling.k8s.io", {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name },
      value,
    } as KubeObject);
  const [node] = fixture.client.list<Node>("nodes").filter(({ spec }) => spec.taints === undefined) as [Node];
  fixture.client.updateStatus<Node>("nodes", { ...node, status: { ...node.status, capacity: { ...node.status?.capacity, [SEAT]: "1" } } });
  fixture.run(15);
  fixture.create(sitting("low", "low"));
  fixture.run(10);
  expect(fixture.pods("low")[0]?.status?.phase).toBe("Running");
  fixture.create(sitting("high", "high"));
  fixture.run(20);
  expect(fixture.pods("low")).toHaveLength(0);
  expect(fixture.pods("high")[0]?.status?.phase).toBe("Running");
  expect(fixture.events("high").find((line) => line.startsWith("FailedScheduling"))).toContain("Insufficient example.com/seat.");
  expect(fixture.events("high").join()).not.toContain("preemption:");
});

const crowd = (seats: number) => {
  const fixture = createFixture();
  for (const [name, value] of [
    ["low", 1],
    ["high", 1000],
  ] as const)
    fixture.client.create("priorityclasses.scheduling.k8s.io", {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name },
      value,
    } as KubeObject);
  const [node] = fixture.client.list<Node>("nodes").filter(({ spec }) => spec.taints === undefined) as [Node];
  fixture.client.updateStatus<Node>("nodes", {
    ...node,
    status: { ...node.status, capacity: { ...node.status?.capacity, [SEAT]: `${seats}` } },
  });
  fixture.run(15);
  return fixture;
};

const labelled = (name: string, app: string): KubeObject => {
  const pod = sitting(name, "low");
  return { ...pod, metadata: { ...pod.metadata, labels: { app } } };
};

test("of pods that are alike, the one goes that no disruption budget guards", () => {
  const fixture = crowd(2);
  fixture.create(labelled("guarded", "kept"));
  fixture.run(2);
  fixture.create(labelled("older", "free"), {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "kept", namespace: "shop" },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "kept" } } },
  } as KubeObject);
  fixture.run(10);
  fixture.create(sitting("high", "high"));
  fixture.run(20);
  expect(fixture.pods("guarded")).toHaveLength(1);
  expect(fixture.pods("older")).toHaveLength(0);
});

test("the place of victims is kept for the pod that they made room for, whoever asks for it meanwhile", () => {
  const fixture = crowd(1);
  fixture.create(sitting("low", "low"));
  fixture.run(10);
  fixture.create(sitting("high", "high"));
  fixture.run(0.1);
  fixture.create(sitting("late", "low"));
  fixture.run(20);
  expect(fixture.pods("high")[0]?.status?.phase).toBe("Running");
  expect(fixture.pods("late")[0]?.status?.phase).toBe("Pending");
});
