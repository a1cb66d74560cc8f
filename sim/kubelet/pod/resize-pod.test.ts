import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { ResourceRequirements } from "#kube/types/pod.ts";
import { handle } from "../../apiserver/http/handle.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { findProcess, memoryLimitMiB } from "../../processes/process-keys.ts";

const user = { username: "kubernetes-admin", groups: ["system:masters"] };

const play = (resources: ResourceRequirements) => {
  const fixture = createFixture();
  fixture.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "app", namespace: "shop" },
    spec: { containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "100000"], resources }] },
  } as KubeObject);
  fixture.run(10);
  const resize = (wished: ResourceRequirements) =>
    handle(fixture.world, {
      method: "PATCH",
      path: "/api/v1/namespaces/shop/pods/app/resize",
      query: {},
      user,
      patchType: "strategic",
      body: { spec: { containers: [{ name: "c", resources: wished }] } },
    });
  return { ...fixture, resize, status: () => fixture.pods("app")[0]?.status };
};

test("a limit that grows is in force in the running process, and a pod says so while it is resized", () => {
  const fixture = play({ limits: { memory: "64Mi" } });
  expect(fixture.resize({ limits: { memory: "128Mi" }, requests: { memory: "128Mi" } }).status).toBe(200);
  fixture.run(0.1);
  expect(fixture.status()?.conditions?.map(({ type }) => type)).toContain("PodResizeInProgress");
  fixture.run(3);
  expect(fixture.status()?.conditions?.map(({ type }) => type)).not.toContain("PodResizeInProgress");
  expect(fixture.status()?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, resources: { limits: { memory: "128Mi" } } });
  expect(memoryLimitMiB(findProcess(fixture.world, "shop/app/c") as never)).toBe(128);
});

test("a limit is not set below what is in use, which is said once and tried again", () => {
  const fixture = play({ limits: { memory: "64Mi" }, requests: { memory: "1Ki" } });
  expect(fixture.resize({ limits: { memory: "2Ki" } }).status).toBe(200);
  fixture.run(60);
  expect(memoryLimitMiB(findProcess(fixture.world, "shop/app/c") as never)).toBe(64);
  expect(fixture.events("app").filter((line) => line.startsWith("ResizeError"))).toHaveLength(1);
  expect(fixture.status()?.conditions?.find(({ type }) => type === "PodResizeInProgress")).toMatchObject({
    reason: "Error",
    message: expect.stringMatching(/^cannot decrease memory limits: \[attempting to set pod memory limit \(2048\) below current usage/),
  });
});

test("what no node could give takes no room from others", () => {
  const fixture = play({ requests: { cpu: "100m" } });
  expect(fixture.resize({ requests: { cpu: "1000" } }).status).toBe(200);
  fixture.run(5);
  expect(fixture.status()?.conditions?.find(({ type }) => type === "PodResizePending")).toMatchObject({ reason: "Infeasible" });
  const node = fixture.pods("app")[0]?.spec.nodeName as string;
  fixture.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "other", namespace: "shop" },
    spec: {
      nodeSelector: { "kubernetes.io/hostname": node },
      containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "9999"], resources: { requests: { cpu: "100m" } } }],
    },
  } as KubeObject);
  fixture.run(10);
  expect(fixture.pods("other")[0]?.status?.phase).toBe("Running");
});
