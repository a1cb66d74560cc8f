import { expect, test } from "vitest";
import type { Baseline } from "#kube/app/baseline.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listStalePods } from "./stale-pods.ts";

interface Sketch {
  readonly uid?: string;
  readonly ready?: boolean;
  readonly restarts?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly createdAt?: string;
  readonly volume?: object;
}

const pod = ({ uid = "1", ready = true, restarts = 0, labels = {}, createdAt = "2026-01-05T08:00:00Z", volume }: Sketch = {}): Pod =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "web-1",
      uid,
      labels,
      creationTimestamp: createdAt,
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "9", controller: true }],
    },
    spec: { containers: [{ name: "web", image: "web" }], volumes: volume === undefined ? [] : [{ name: "v", ...volume }] },
    status: {
      conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
      containerStatuses: [{ name: "web", restartCount: restarts }],
    },
  }) as unknown as Pod;

const configMap = (resourceVersion: string, time: string): KubeObject =>
  ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "page", resourceVersion, managedFields: [{ time }] } }) as KubeObject;

const before = { pods: [pod()], configmaps: [configMap("5", "2026-01-05T07:00:00Z")] };
const stale = (now: Pod, { touched = [] as readonly string[], earlierUids = ["1"], configmaps = before.configmaps } = {}): number =>
  listStalePods({ objects: before } as unknown as Baseline, { pods: [now], configmaps }, { touched, earlierUids: new Set(earlierUids) })
    .length;

test("a pod as it was is kept", () => expect(stale(pod())).toBe(0));
test("a pod that somebody worked in is stale", () => expect(stale(pod(), { touched: ["web-1"] })).toBe(1));
test("a pod that restarted since is stale", () => expect(stale(pod({ restarts: 1 }))).toBe(1));
test("a pod with another label is stale", () => expect(stale(pod({ labels: { tier: "x" } }))).toBe(1));

test("a pod that is not ready is stale unless it is new", () => {
  expect(stale(pod({ uid: "2", ready: false }), { earlierUids: ["2"] })).toBe(1);
  expect(stale(pod({ uid: "2", ready: false }))).toBe(0);
});

test("a pod that may have read another configuration is stale", () => {
  const configmaps = [configMap("8", "2026-01-05T08:30:00Z")];
  const volume = { configMap: { name: "page" } };
  expect(stale(pod({ volume }), { configmaps })).toBe(1);
  expect(stale(pod(), { configmaps })).toBe(0);
  expect(stale(pod({ uid: "2", volume, createdAt: "2026-01-05T08:30:01Z" }), { configmaps })).toBe(0);
});

test("what is called the same in another namespace is not what a pod has read", () => {
  const root = (namespace: string, resourceVersion: string): KubeObject =>
    ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "page", namespace, resourceVersion } }) as KubeObject;
  const configmaps = [root("a", "3"), root("b", "5")];
  const whole = { objects: { pods: [pod({ volume: { configMap: { name: "page" } } })], configmaps } } as unknown as Baseline;
  expect(listStalePods(whole, whole.objects, { touched: [], earlierUids: new Set(["1"]) })).toEqual([]);
});
