import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { BUSYBOX, createBed } from "../bootstrap/cluster-bed.cases.ts";

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
  const bed = createBed();
  for (const [name, value] of [
    ["low", 1],
    ["high", 1000],
  ] as const)
    bed.client.create("priorityclasses.scheduling.k8s.io", {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name },
      value,
    } as KubeObject);
  const [node] = bed.client.list<Node>("nodes").filter(({ spec }) => spec.taints === undefined) as [Node];
  bed.client.updateStatus<Node>("nodes", { ...node, status: { ...node.status, capacity: { ...node.status?.capacity, [SEAT]: "1" } } });
  bed.run(15);
  bed.create(sitting("low", "low"));
  bed.run(10);
  expect(bed.pods("low")[0]?.status?.phase).toBe("Running");
  bed.create(sitting("high", "high"));
  bed.run(20);
  expect(bed.pods("low")).toHaveLength(0);
  expect(bed.pods("high")[0]?.status?.phase).toBe("Running");
  expect(bed.events("high").find((line) => line.startsWith("FailedScheduling"))).toContain("Insufficient example.com/seat.");
  expect(bed.events("high").join()).not.toContain("preemption:");
});

const crowd = (seats: number) => {
  const bed = createBed();
  for (const [name, value] of [
    ["low", 1],
    ["high", 1000],
  ] as const)
    bed.client.create("priorityclasses.scheduling.k8s.io", {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name },
      value,
    } as KubeObject);
  const [node] = bed.client.list<Node>("nodes").filter(({ spec }) => spec.taints === undefined) as [Node];
  bed.client.updateStatus<Node>("nodes", {
    ...node,
    status: { ...node.status, capacity: { ...node.status?.capacity, [SEAT]: `${seats}` } },
  });
  bed.run(15);
  return bed;
};

const labelled = (name: string, app: string): KubeObject => {
  const pod = sitting(name, "low");
  return { ...pod, metadata: { ...pod.metadata, labels: { app } } };
};

test("of pods that are alike, the one goes that no disruption budget guards", () => {
  const bed = crowd(2);
  bed.create(labelled("guarded", "kept"));
  bed.run(2);
  bed.create(labelled("older", "free"), {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "kept", namespace: "shop" },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "kept" } } },
  } as KubeObject);
  bed.run(10);
  bed.create(sitting("high", "high"));
  bed.run(20);
  expect(bed.pods("guarded")).toHaveLength(1);
  expect(bed.pods("older")).toHaveLength(0);
});

test("the place of victims is kept for the pod that they made room for, whoever asks for it meanwhile", () => {
  const bed = crowd(1);
  bed.create(sitting("low", "low"));
  bed.run(10);
  bed.create(sitting("high", "high"));
  bed.run(0.1);
  bed.create(sitting("late", "low"));
  bed.run(20);
  expect(bed.pods("high")[0]?.status?.phase).toBe("Running");
  expect(bed.pods("late")[0]?.status?.phase).toBe("Pending");
});
