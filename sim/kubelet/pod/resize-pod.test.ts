import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { ResourceRequirements } from "#kube/types/pod.ts";
import { handle } from "../../apiserver/http/handle.ts";
import { findProcess, memoryLimitMiB } from "../../apps/runtime/process-keys.ts";
import { BUSYBOX, createBed } from "../../bootstrap/cluster-bed.cases.ts";

const user = { username: "kubernetes-admin", groups: ["system:masters"] };

const play = (resources: ResourceRequirements) => {
  const bed = createBed();
  bed.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "app", namespace: "shop" },
    spec: { containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "100000"], resources }] },
  } as KubeObject);
  bed.run(10);
  const resize = (wished: ResourceRequirements) =>
    handle(bed.world, {
      method: "PATCH",
      path: "/api/v1/namespaces/shop/pods/app/resize",
      query: {},
      user,
      patchType: "strategic",
      body: { spec: { containers: [{ name: "c", resources: wished }] } },
    });
  return { ...bed, resize, status: () => bed.pods("app")[0]?.status };
};

test("a limit that grows is in force in the running process, and a pod says so while it is resized", () => {
  const bed = play({ limits: { memory: "64Mi" } });
  expect(bed.resize({ limits: { memory: "128Mi" }, requests: { memory: "128Mi" } }).status).toBe(200);
  bed.run(0.1);
  expect(bed.status()?.conditions?.map(({ type }) => type)).toContain("PodResizeInProgress");
  bed.run(3);
  expect(bed.status()?.conditions?.map(({ type }) => type)).not.toContain("PodResizeInProgress");
  expect(bed.status()?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, resources: { limits: { memory: "128Mi" } } });
  expect(memoryLimitMiB(findProcess(bed.world, "shop/app/c") as never)).toBe(128);
});

test("a limit is not set below what is in use, which is said once and tried again", () => {
  const bed = play({ limits: { memory: "64Mi" }, requests: { memory: "1Ki" } });
  expect(bed.resize({ limits: { memory: "2Ki" } }).status).toBe(200);
  bed.run(60);
  expect(memoryLimitMiB(findProcess(bed.world, "shop/app/c") as never)).toBe(64);
  expect(bed.events("app").filter((line) => line.startsWith("ResizeError"))).toHaveLength(1);
  expect(bed.status()?.conditions?.find(({ type }) => type === "PodResizeInProgress")).toMatchObject({
    reason: "Error",
    message: expect.stringMatching(/^cannot decrease memory limits: \[attempting to set pod memory limit \(2048\) below current usage/),
  });
});

test("what no node could give takes no room from others", () => {
  const bed = play({ requests: { cpu: "100m" } });
  expect(bed.resize({ requests: { cpu: "1000" } }).status).toBe(200);
  bed.run(5);
  expect(bed.status()?.conditions?.find(({ type }) => type === "PodResizePending")).toMatchObject({ reason: "Infeasible" });
  const node = bed.pods("app")[0]?.spec.nodeName as string;
  bed.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "other", namespace: "shop" },
    spec: {
      nodeSelector: { "kubernetes.io/hostname": node },
      containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "9999"], resources: { requests: { cpu: "100m" } } }],
    },
  } as KubeObject);
  bed.run(10);
  expect(bed.pods("other")[0]?.status?.phase).toBe("Running");
});
