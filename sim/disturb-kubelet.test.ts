import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type ClusterBed, createBed, deployment } from "./bootstrap/cluster-bed.cases.ts";
import { createSimPort } from "./sim-port.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const ready = (bed: ClusterBed, name: string): string | undefined =>
  bed.client.get<Node>("nodes", undefined, name)?.status?.conditions?.find(({ type }) => type === "Ready")?.status;

const taints = (bed: ClusterBed, name: string): readonly string[] =>
  (bed.client.get<Node>("nodes", undefined, name)?.spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);

test("a stopped kubelet makes its node NotReady and loses its pods, and a started one heals the node", async () => {
  const bed = createBed();
  const port = createSimPort(bed.world, ADMIN);
  bed.create(deployment("web", {}, { terminationGracePeriodSeconds: 1 }));
  bed.run(20);
  const before = bed.pods("web")[0] as Pod;
  const node = before.spec.nodeName as string;
  await port.disturb.kubelet(node, "stopped");
  bed.run(38);
  expect(ready(bed, node)).toBe("True");
  bed.run(12);
  expect(ready(bed, node)).toBe("Unknown");
  expect(taints(bed, node)).toEqual(["node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute"]);
  expect(bed.pods("web")[0]?.status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("False");
  expect(await port.exec({ namespace: "shop", pod: before.metadata.name, command: ["true"] })).toMatchObject({
    exitCode: undefined,
    error: expect.stringContaining("connection refused"),
  });
  bed.run(330);
  const [gone, next] = [...bed.pods("web")].sort((a) => (a.metadata.name === before.metadata.name ? -1 : 1));
  expect(gone?.metadata.deletionTimestamp).toBeDefined();
  expect(next?.status?.phase).toBe("Running");
  expect(next?.spec.nodeName).not.toBe(node);
  await port.disturb.kubelet(node, "running");
  bed.run(30);
  expect(ready(bed, node)).toBe("True");
  expect(taints(bed, node)).toEqual([]);
  expect(bed.pods("web").map(({ metadata }) => metadata.name)).toEqual([next?.metadata.name]);
});

test("starting a kubelet that runs changes nothing, and a node that is none is refused", async () => {
  const bed = createBed();
  const port = createSimPort(bed.world, ADMIN);
  const revision = port.revision();
  await port.disturb.kubelet("worker-1", "running");
  expect(port.revision()).toBe(revision);
  await expect(port.disturb.kubelet("worker-9", "stopped")).rejects.toThrow("there is no node worker-9");
});
