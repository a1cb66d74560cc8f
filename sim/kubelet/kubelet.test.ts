import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { Endpoints } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { BUSYBOX, createFixture, deployment } from "../bootstrap/cluster-fixture.cases.ts";
import { startKubelet, stopKubelet } from "./node/control-kubelet.ts";

const state = (pod: Pod | undefined) => pod?.status?.containerStatuses?.[0];

test("a pod goes from creation to readiness with the events of a real one", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}));
  fixture.run(20);
  const [pod] = fixture.pods("web");
  expect(pod?.status?.phase).toBe("Running");
  expect(pod?.status?.conditions?.map(({ type, status }) => `${type}=${status}`)).toEqual([
    "PodReadyToStartContainers=True",
    "Initialized=True",
    "Ready=True",
    "ContainersReady=True",
    "PodScheduled=True",
  ]);
  expect(pod?.status?.podIP).toMatch(/^10\.244\.[123]\.\d+$/);
  expect(state(pod)?.containerID).toMatch(/^containerd:\/\/[0-9a-f]{64}$/);
  const said = fixture.events("web-");
  for (const text of [
    "Scheduled: Successfully assigned shop/web",
    `Pulling: Pulling image "${BUSYBOX}"`,
    "Pulled: Successfully pulled image",
    "Created: Container created",
    "Started: Container started",
  ]) {
    expect(said.some((line) => line.startsWith(text))).toBe(true);
  }
});

test("a container that crashes shows Error while it waits and CrashLoopBackOff when the kubelet looks again", () => {
  const fixture = createFixture();
  fixture.create(deployment("crash", { command: ["sh", "-c", "sleep 2; exit 2"] }));
  fixture.run(12);
  const waiting = state(fixture.pods("crash")[0]);
  expect(waiting?.restartCount).toBe(1);
  expect(waiting?.state?.terminated).toMatchObject({ exitCode: 2, reason: "Error" });
  expect(fixture.events("crash-").some((line) => line.startsWith("BackOff: Back-off restarting failed container c in pod crash-"))).toBe(
    true,
  );
  const [pod] = fixture.pods("crash");
  fixture.client.update("pods", { ...(pod as Pod), metadata: { ...(pod as Pod).metadata, annotations: { poke: "1" } } });
  fixture.run(1);
  const looked = state(fixture.pods("crash")[0])?.state?.waiting;
  expect(looked?.reason).toBe("CrashLoopBackOff");
  expect(looked?.message).toMatch(/^back-off 10s restarting failed container=c pod=crash-\S+_shop\(\S+\)$/);
  fixture.run(60);
  expect(state(fixture.pods("crash")[0])?.restartCount).toBeGreaterThanOrEqual(3);
});

test("an image that is nowhere alternates between ErrImagePull and ImagePullBackOff", () => {
  const fixture = createFixture();
  fixture.create(deployment("img", { image: "registry.local/busybox:1.99" }));
  fixture.run(8);
  expect(state(fixture.pods("img")[0])?.state?.waiting?.reason).toBe("ErrImagePull");
  const seen = new Set<string>();
  for (let i = 0; i < 30; i++) {
    fixture.run(2);
    seen.add(state(fixture.pods("img")[0])?.state?.waiting?.reason ?? "");
  }
  expect([...seen].sort()).toEqual(["ErrImagePull", "ImagePullBackOff"]);
  expect(fixture.events("img-").some((line) => line.startsWith('BackOff: Back-off pulling image "registry.local/busybox:1.99"'))).toBe(
    true,
  );
});

test("a command that the image lacks is refused in runc's words and retried with growing delays", () => {
  const fixture = createFixture();
  fixture.create(deployment("nocmd", { command: ["nosuch"] }));
  fixture.run(10);
  const status = state(fixture.pods("nocmd")[0]);
  expect(status?.state?.waiting?.reason).toBe("RunContainerError");
  expect(status?.lastState?.terminated).toMatchObject({ exitCode: 128, reason: "StartError", startedAt: "1970-01-01T00:00:00Z" });
  expect(status?.state?.waiting?.message).toContain('exec: "nosuch": executable file not found in $PATH: unknown');
});

test("a missing ConfigMap holds a container back until it is there", () => {
  const fixture = createFixture();
  fixture.create(deployment("cce", { env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "gone", key: "a" } } }] }));
  fixture.run(8);
  expect(state(fixture.pods("cce")[0])?.state?.waiting).toEqual({
    reason: "CreateContainerConfigError",
    message: 'configmap "gone" not found',
  });
  fixture.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "gone", namespace: "shop" }, data: { b: "1" } } as never);
  fixture.run(30);
  expect(state(fixture.pods("cce")[0])?.state?.waiting?.message).toBe("couldn't find key a in ConfigMap shop/gone");
  const present = fixture.client.get("configmaps", "shop", "gone");
  fixture.client.update("configmaps", { ...(present as object), data: { a: "1" } } as never);
  fixture.run(30);
  expect(fixture.pods("cce")[0]?.status?.phase).toBe("Running");
});

test("a volume that cannot be mounted is tried again after 0.5, 1, 2, 4, 8 s", () => {
  const fixture = createFixture();
  fixture.create(
    deployment("mnt", { volumeMounts: [{ name: "cfg", mountPath: "/cfg" }] }, { volumes: [{ name: "cfg", configMap: { name: "gone" } }] }),
  );
  fixture.run(10);
  expect(fixture.events("mnt-").filter((line) => line.startsWith("FailedMount"))).toEqual([
    'FailedMount: MountVolume.SetUp failed for volume "cfg" : configmap "gone" not found (x5)',
  ]);
  expect(state(fixture.pods("mnt")[0])?.state?.waiting?.reason).toBe("ContainerCreating");
  fixture.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "gone", namespace: "shop" }, data: { b: "1" } } as never);
  fixture.run(15);
  expect(fixture.pods("mnt")[0]?.status?.phase).toBe("Running");
});

test("a liveness probe that nobody answers restarts the container, without delay for the first three times", () => {
  const fixture = createFixture();
  const livenessProbe = { httpGet: { path: "/healthz", port: 8080 }, initialDelaySeconds: 10, periodSeconds: 10, failureThreshold: 1 };
  fixture.create(deployment("live", { image: "registry.local/pause:3.10", command: ["/pause"], livenessProbe }));
  fixture.run(45);
  const said = fixture.events("live-");
  expect(
    said.some((line) =>
      /^Unhealthy: Liveness probe failed: Get "http:\/\/10\.244\.\d\.\d+:8080\/healthz": dial tcp 10\.244\.\d\.\d+:8080: connect: connection refused/.test(
        line,
      ),
    ),
  ).toBe(true);
  expect(said.some((line) => line.startsWith("Killing: Container c failed liveness probe, will be restarted"))).toBe(true);
  expect(state(fixture.pods("live")[0])).toMatchObject({
    restartCount: 3,
    lastState: { terminated: { exitCode: 0, reason: "Completed" } },
  });
  fixture.run(8);
  expect(state(fixture.pods("live")[0])?.state?.waiting?.message).toMatch(/^back-off 20s /);
});

test("an unready pod runs, is not restarted and leaves the endpoints", () => {
  const fixture = createFixture();
  fixture.create(deployment("ready", { readinessProbe: { tcpSocket: { port: 8080 } } }), {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "ready", namespace: "shop" },
    spec: { selector: { app: "ready" }, ports: [{ port: 80 }] },
  } as never);
  fixture.run(30);
  expect(state(fixture.pods("ready")[0])).toMatchObject({ ready: false, started: true, restartCount: 0 });
  const endpoints = fixture.client.get<Endpoints>("endpoints", "shop", "ready");
  expect(endpoints?.subsets?.[0]?.addresses).toBeUndefined();
  expect(endpoints?.subsets?.[0]?.notReadyAddresses).toHaveLength(1);
});

test("init containers run in order, sidecars stay, and a failing one holds the pod", () => {
  const fixture = createFixture();
  const init = (name: string, script: string, rest: object = {}) => ({ name, image: BUSYBOX, command: ["sh", "-c", script], ...rest });
  fixture.create(
    deployment(
      "good",
      {},
      { initContainers: [init("side", "sleep 1000", { restartPolicy: "Always" }), init("one", "sleep 1"), init("two", "sleep 1")] },
    ),
  );
  fixture.create(deployment("bad", {}, { initContainers: [init("one", "exit 3")] }));
  fixture.run(25);
  expect(fixture.pods("good")[0]?.status?.initContainerStatuses?.map(({ ready }) => ready)).toEqual([true, true, true]);
  expect(fixture.pods("good")[0]?.status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("True");
  const bad = fixture.pods("bad")[0]?.status;
  expect(bad?.phase).toBe("Pending");
  expect(bad?.containerStatuses?.[0]?.state?.waiting?.reason).toBe("PodInitializing");
  expect(bad?.conditions?.find(({ type }) => type === "Initialized")?.message).toBe("containers with incomplete status: [one]");
});

test("a program that ignores SIGTERM dies at the end of its grace", () => {
  const fixture = createFixture();
  fixture.create(deployment("slow", {}, { terminationGracePeriodSeconds: 6 }));
  fixture.run(15);
  const [pod] = fixture.pods("slow");
  fixture.client.delete("pods", "shop", pod?.metadata.name as string);
  fixture.run(5);
  expect(fixture.pods("slow").find(({ metadata }) => metadata.uid === pod?.metadata.uid)?.metadata.deletionTimestamp).toBeDefined();
  fixture.run(3);
  expect(fixture.pods("slow").some(({ metadata }) => metadata.uid === pod?.metadata.uid)).toBe(false);
  expect(fixture.events("slow-").some((line) => line.startsWith("Killing: Stopping container c"))).toBe(true);
});

test("too little memory for the sandbox is a failed sandbox, too little for the program an OOM kill", () => {
  const fixture = createFixture();
  fixture.create(deployment("tiny", { resources: { limits: { memory: "1Mi" } } }));
  fixture.run(20);
  expect(fixture.events("tiny-").some((line) => line.startsWith("FailedCreatePodSandBox: Failed to create pod sandbox: rpc error:"))).toBe(
    true,
  );
  expect(fixture.pods("tiny")[0]?.status?.podIP).toBeUndefined();
});

test("a stopped kubelet makes its node NotReady after a while, and a started one heals it", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, {}, { replicas: 3 }));
  fixture.run(20);
  const node = fixture.pods("web")[0]?.spec.nodeName as string;
  stopKubelet(fixture.world, node);
  fixture.run(30);
  const ready = () => fixture.client.get<Node>("nodes", undefined, node)?.status?.conditions?.find(({ type }) => type === "Ready")?.status;
  expect(ready()).toBe("True");
  fixture.run(30);
  expect(ready()).toBe("Unknown");
  expect(
    fixture
      .pods("web")
      .filter(({ status }) => status?.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "False")),
  ).toHaveLength(1);
  fixture.run(310);
  expect(fixture.pods("web").filter(({ metadata }) => metadata.deletionTimestamp !== undefined)).toHaveLength(1);
  startKubelet(fixture.world, node);
  fixture.run(60);
  expect(ready()).toBe("True");
  expect(fixture.pods("web")).toHaveLength(3);
});
