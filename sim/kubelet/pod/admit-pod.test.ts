import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

const placed = (name: string, spec: Partial<PodSpec>, resources: object = {}): KubeObject => {
  const containers = [{ name: "c", image: BUSYBOX, command: ["sleep", "10000"], resources }];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop" },
    spec: { nodeName: "worker-1", containers, ...spec },
  } as KubeObject;
};

test.each([
  [
    "big",
    {},
    { requests: { cpu: "64" } },
    "OutOfcpu",
    /^Node didn't have enough resource: cpu, requested: 64000, used: \d+, capacity: 8000$/,
  ],
  [
    "fat",
    {},
    { requests: { memory: "1Ti" } },
    "OutOfmemory",
    /^Node didn't have enough resource: memory, requested: 1099511627776, used: \d+, capacity: \d+$/,
  ],
  [
    "picky",
    { nodeSelector: { disk: "ssd" } },
    {},
    "NodeAffinity",
    /^Predicate NodeAffinity failed: node\(s\) didn't match Pod's node affinity\/selector$/,
  ],
])("a pod that names its node and does not fit is rejected: %s", (name, spec, resources, reason, message) => {
  const fixture = createFixture();
  fixture.create(placed(name, spec, resources));
  fixture.run(2);
  const [pod] = fixture.pods(name);
  expect(pod?.status).toMatchObject({ phase: "Failed", reason });
  expect(pod?.status?.message?.replace("Pod was rejected: ", "")).toMatch(message);
  expect(pod?.status?.containerStatuses).toBeUndefined();
  expect(fixture.events(name)).toEqual([`${reason}: ${pod?.status?.message?.replace("Pod was rejected: ", "")}`]);
  fixture.client.delete("pods", "shop", name);
  fixture.run(1);
  expect(fixture.pods(name)).toEqual([]);
});

test("what runs on a node counts against those that come later", () => {
  const fixture = createFixture();
  fixture.create(placed("one", {}, { requests: { cpu: "5" } }), placed("two", {}, { requests: { cpu: "5" } }));
  fixture.run(10);
  expect(["one", "two"].map((name) => fixture.pods(name)[0]?.status?.phase).sort()).toEqual(["Failed", "Running"]);
});

test("a pod on a node that never was is removed after a while", () => {
  const fixture = createFixture();
  fixture.create(placed("lost", { nodeName: "nowhere" }));
  fixture.run(30);
  expect(fixture.client.get<Pod>("pods", "shop", "lost")?.status?.phase).toBe("Pending");
  fixture.run(30);
  expect(fixture.pods("lost")).toEqual([]);
});
