import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type ClusterFixture, createFixture, deployment } from "./bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "./sim-port.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const ready = (fixture: ClusterFixture, name: string): string | undefined =>
  fixture.client.get<Node>("nodes", undefined, name)?.status?.conditions?.find(({ type }) => type === "Ready")?.status;

const taints = (fixture: ClusterFixture, name: string): readonly string[] =>
  (fixture.client.get<Node>("nodes", undefined, name)?.spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);

test("a stopped kubelet makes its node NotReady and loses its pods, and a started one heals the node", async () => {
  const fixture = createFixture();
  const port = createSimPort(fixture.world, ADMIN);
  fixture.create(deployment("web", {}, { terminationGracePeriodSeconds: 1 }));
  fixture.run(20);
  const before = fixture.pods("web")[0] as Pod;
  const node = before.spec.nodeName as string;
  await port.disturb.kubelet(node, "stopped");
  fixture.run(38);
  expect(ready(fixture, node)).toBe("True");
  fixture.run(12);
  expect(ready(fixture, node)).toBe("Unknown");
  expect(taints(fixture, node)).toEqual(["node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute"]);
  expect(fixture.pods("web")[0]?.status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("False");
  expect(await port.exec({ namespace: "shop", pod: before.metadata.name, command: ["true"] })).toMatchObject({
    exitCode: undefined,
    error: expect.stringContaining("connection refused"),
  });
  fixture.run(330);
  const [gone, next] = [...fixture.pods("web")].sort((a) => (a.metadata.name === before.metadata.name ? -1 : 1));
  expect(gone?.metadata.deletionTimestamp).toBeDefined();
  expect(next?.status?.phase).toBe("Running");
  expect(next?.spec.nodeName).not.toBe(node);
  await port.disturb.kubelet(node, "running");
  fixture.run(30);
  expect(ready(fixture, node)).toBe("True");
  expect(taints(fixture, node)).toEqual([]);
  expect(fixture.pods("web").map(({ metadata }) => metadata.name)).toEqual([next?.metadata.name]);
});

test("starting a kubelet that runs changes nothing, and a node that is none is refused", async () => {
  const fixture = createFixture();
  const port = createSimPort(fixture.world, ADMIN);
  const revision = port.revision();
  await port.disturb.kubelet("worker-1", "running");
  expect(port.revision()).toBe(revision);
  await expect(port.disturb.kubelet("worker-9", "stopped")).rejects.toThrow("there is no node worker-9");
});
