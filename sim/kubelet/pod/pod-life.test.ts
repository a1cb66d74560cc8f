import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Container, PodSpec } from "#kube/types/pod.ts";
import { handle } from "../../apiserver/http/handle.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { execInContainer } from "../../shell/exec-in-container.ts";
import { readPodLog } from "../../telemetry/logs/pod-log.ts";

const pod = (container: Partial<Container>, spec: Partial<PodSpec> = {}): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "app", namespace: "shop" },
    spec: { containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "100000"], ...container }], ...spec },
  }) as KubeObject;

const play = (object: KubeObject, seconds: number) => {
  const fixture = createFixture();
  fixture.create(object);
  fixture.run(seconds);
  return { ...fixture, status: () => fixture.pods("app")[0]?.status };
};

const read = (fixture: ReturnType<typeof createFixture>, path: string): string =>
  execInContainer(fixture.world, { namespace: "shop", pod: "app", command: ["cat", path] }).stdout;

const hook = (command: string) => ({ exec: { command: ["sh", "-c", command] } });

test("a hook after the start runs in the container and holds the pod until it is over", () => {
  const fixture = play(pod({ lifecycle: { postStart: hook("echo made > /tmp/hook; sleep 20") } }), 10);
  expect(fixture.status()?.phase).toBe("Pending");
  fixture.run(20);
  expect(fixture.status()?.phase).toBe("Running");
  expect(read(fixture, "/tmp/hook")).toBe("made\n");
});

test("a container whose hook fails is killed and started again", () => {
  const fixture = play(pod({ lifecycle: { postStart: hook("exit 4") } }, { terminationGracePeriodSeconds: 1 }), 30);
  expect(fixture.events("app").some((line) => line.startsWith("FailedPostStartHook: PostStartHook failed (x"))).toBe(true);
  expect(fixture.status()?.containerStatuses?.[0]).toMatchObject({ state: { waiting: { reason: "CrashLoopBackOff" } } });
});

test("a hook before the end is given its time, and one that fails is told of", () => {
  const slow = play(pod({ lifecycle: { preStop: hook("i=0; while [ $i -lt 5 ]; do sleep 1; i=$((i+1)); done") } }), 10);
  slow.client.delete("pods", "shop", "app");
  slow.run(4);
  expect(slow.pods("app")).toHaveLength(1);
  slow.run(40);
  expect(slow.pods("app")).toHaveLength(0);
  const failing = play(pod({ lifecycle: { preStop: hook("exit 1") } }), 10);
  failing.client.delete("pods", "shop", "app");
  failing.run(2);
  expect(failing.events("app")).toContain("FailedPreStopHook: PreStopHook failed");
});

test("a changed ConfigMap reaches files within 90 s, and not those that are mounted alone", () => {
  const mounts = [
    { name: "v", mountPath: "/cm" },
    { name: "v", mountPath: "/alone", subPath: "key" },
  ];
  const fixture = createFixture();
  fixture.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "cm", namespace: "shop" }, data: { key: "old" } } as KubeObject);
  fixture.create(
    pod({ volumeMounts: mounts } as Partial<Container>, { volumes: [{ name: "v", configMap: { name: "cm" } }] } as Partial<PodSpec>),
  );
  fixture.run(10);
  const config = fixture.client.get<KubeObject>("configmaps", "shop", "cm") as KubeObject;
  fixture.client.update("configmaps", { ...config, data: { key: "new" } } as KubeObject);
  expect(read(fixture, "/cm/key")).toBe("old");
  fixture.run(90);
  expect(read(fixture, "/cm/key")).toBe("new");
  expect(read(fixture, "/alone")).toBe("old");
});

test("a pod that writes more to a volume than it may is evicted", () => {
  const command = ["sh", "-c", "dd if=/dev/zero of=/scratch/file bs=1048576 count=8; sleep 3600"];
  const volumes = [{ name: "work", emptyDir: { sizeLimit: "2Mi" } }];
  const fixture = play(
    pod({ command, volumeMounts: [{ name: "work", mountPath: "/scratch" }] } as Partial<Container>, { volumes } as Partial<PodSpec>),
    30,
  );
  const message = 'Usage of EmptyDir volume "work" exceeds the limit "2Mi". ';
  expect(fixture.status()).toMatchObject({ phase: "Failed", reason: "Evicted", message });
  expect(fixture.events("app")).toContain(`Evicted: ${message}`);
  // The kubelet removes the containers of what it evicts, and their logs with them.
  const log = readPodLog(fixture.world, { namespace: "shop", pod: "app" });
  expect(log.ok ? log.text : "").toMatch(/^unable to retrieve container logs for containerd:\/\/[0-9a-f]{64}$/);
});

test("a container that is added for debugging runs beside the others and once", () => {
  const fixture = play(pod({}), 10);
  const answer = handle(fixture.world, {
    method: "PATCH",
    path: "/api/v1/namespaces/shop/pods/app/ephemeralcontainers",
    query: {},
    patchType: "strategic",
    body: { spec: { ephemeralContainers: [{ name: "look", image: BUSYBOX, command: ["sh", "-c", "exit 3"] }] } },
    user: { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] },
  });
  expect(answer.status).toBe(200);
  fixture.run(30);
  const [status] = fixture.status()?.ephemeralContainerStatuses ?? [];
  expect(status).toMatchObject({ name: "look", ready: false, restartCount: 0, state: { terminated: { exitCode: 3 } } });
  expect(fixture.status()?.phase).toBe("Running");
});

test("a pod with gates is ready by what others say in its status, and what they strike out comes back", () => {
  const fixture = play(pod({}, { readinessGates: [{ conditionType: "example.com/warm" }] }), 10);
  const ready = () => fixture.status()?.conditions?.find(({ type }) => type === "Ready");
  const say = (conditions: object) => {
    handle(fixture.world, {
      method: "PATCH",
      path: "/api/v1/namespaces/shop/pods/app/status",
      query: {},
      patchType: "merge",
      body: { status: { conditions } },
      user: { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] },
    });
    fixture.run(1);
  };
  const missing = 'corresponding condition of pod readiness gate "example.com/warm" does not exist.';
  expect(ready()).toMatchObject({ status: "False", reason: "ReadinessGatesNotReady", message: missing });
  say([...(fixture.status()?.conditions ?? []), { type: "example.com/warm", status: "True" }]);
  expect(ready()).toMatchObject({ status: "True" });
  say([]);
  expect(ready()).toMatchObject({ status: "False", message: missing });
  expect(fixture.status()?.conditions).toHaveLength(5);
});

test("containers of a pod that is gone at once are said to be killed", () => {
  const fixture = play(pod({}, { terminationGracePeriodSeconds: 0 }), 10);
  fixture.client.delete("pods", "shop", "app");
  fixture.run(1);
  expect(fixture.pods("app")).toHaveLength(0);
  expect(fixture.events("app")).toContain("Killing: Stopping container c");
});

test("a probe by a command sees at its next time what somebody did to the files of its container", () => {
  const ready = (fixture: ReturnType<typeof play>) => fixture.status()?.conditions?.find(({ type }) => type === "Ready")?.status;
  const probe = { exec: { command: ["test", "!", "-f", "/tmp/off"] }, periodSeconds: 1, failureThreshold: 2 };
  const fixture = play(pod({ readinessProbe: probe }), 30);
  expect(ready(fixture)).toBe("True");
  execInContainer(fixture.world, { namespace: "shop", pod: "app", command: ["touch", "/tmp/off"] });
  fixture.run(5);
  expect(ready(fixture)).toBe("False");
});

test("statuses are sorted by name, and the containers of a pod share the room for their last words", () => {
  const write = "i=0; while [ $i -lt 5000 ]; do echo -n x; i=$((i+1)); done > /dev/termination-log; echo -n end >> /dev/termination-log";
  const others = ["b", "a", "d"].map((name) => ({ name, image: BUSYBOX, command: ["true"] }));
  const fixture = play(
    pod({}, { restartPolicy: "Never", containers: [{ name: "z", image: BUSYBOX, command: ["sh", "-c", write] }, ...others] }),
    30,
  );
  const statuses = fixture.status()?.containerStatuses ?? [];
  expect(statuses.map(({ name }) => name)).toEqual(["a", "b", "d", "z"]);
  expect(statuses.at(-1)?.state?.terminated?.message).toBe("x".repeat(3072));
});
