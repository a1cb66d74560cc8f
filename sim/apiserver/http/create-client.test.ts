import { expect, test } from "vitest";
import type { Result } from "#core/result.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import type { Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { changeLog } from "../store/store.ts";
import { createTestWorld } from "../testing/create-test-world.ts";

const deployment = (): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1.27" }] } },
  },
});

const pod = (name = "p"): Pod => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop" },
  spec: { containers: [{ name: "c", image: "busybox" }] },
});

const value = <T>(result: Result<T, Status>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const message = (result: Result<unknown, Status>): string => (result.ok ? "ok" : (result.error.message ?? ""));

test("a new deployment is defaulted and numbered", () => {
  const { client } = createTestWorld();
  const created = value(client.create("deployments.apps", deployment()));
  expect(created.spec).toMatchObject({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
  expect(created.spec.strategy).toEqual({ type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } });
  expect(created.metadata).toMatchObject({ generation: 1, creationTimestamp: "2026-01-05T08:00:00Z" });
  expect(created.metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a change of the spec counts up the generation, one of the labels does not", () => {
  const { client } = createTestWorld();
  const created = value(client.create("deployments.apps", deployment()));
  const scaled = value(client.update("deployments.apps", { ...created, spec: { ...created.spec, replicas: 3 } }));
  expect(scaled.metadata.generation).toBe(2);
  const labelled = value(client.update("deployments.apps", { ...scaled, metadata: { ...scaled.metadata, labels: { a: "b" } } }));
  expect(labelled.metadata.generation).toBe(2);
});

test("a write that changes nothing is none", () => {
  const { world, client } = createTestWorld();
  const created = value(client.create("deployments.apps", deployment()));
  const before = changeLog(world).length;
  expect(value(client.update("deployments.apps", { ...created }))).toBe(created);
  expect(value(client.updateStatus("deployments.apps", { ...created }))).toBe(created);
  expect(changeLog(world).length).toBe(before);
});

test("a write on top of an old version is refused", () => {
  const { client } = createTestWorld();
  const created = value(client.create("deployments.apps", deployment()));
  value(client.update("deployments.apps", { ...created, spec: { ...created.spec, replicas: 3 } }));
  expect(message(client.update("deployments.apps", { ...created, spec: { ...created.spec, replicas: 4 } }))).toBe(
    'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
  );
});

test("the main resource keeps the status, the status keeps the rest", () => {
  const { client } = createTestWorld();
  const created = value(client.create("deployments.apps", deployment()));
  const ignored = value(client.update("deployments.apps", { ...created, status: { replicas: 5 } }));
  expect(ignored.status).toEqual({});
  const shown = value(
    client.updateStatus("deployments.apps", { ...created, spec: { ...created.spec, replicas: 9 }, status: { replicas: 1 } }),
  );
  expect(shown).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 1 } });
});

test("selectors have to match and to stay", () => {
  const { client } = createTestWorld();
  const wrong = { ...deployment(), spec: { ...deployment().spec, selector: { matchLabels: { app: "b" } } } };
  expect(message(client.create("deployments.apps", wrong))).toBe(
    'Deployment.apps "web" is invalid: spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
  );
});

test("a pod gets its account, token, tolerations and priority", () => {
  const { client } = createTestWorld();
  const created = value(client.create("pods", pod()));
  expect(created.spec).toMatchObject({ serviceAccountName: "default", priority: 0, enableServiceLinks: true, restartPolicy: "Always" });
  expect(created.spec.tolerations?.map(({ key }) => key)).toEqual(["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"]);
  expect(created.spec.volumes?.[0]?.name).toMatch(/^kube-api-access-[a-z2-9]{5}$/);
  expect(created.spec.containers[0]?.imagePullPolicy).toBe("Always");
  expect(created.status).toEqual({ phase: "Pending", qosClass: "BestEffort" });
});

test("generated names use the server's alphabet and are drawn anew", () => {
  const { client } = createTestWorld();
  const make = () =>
    value(client.create("pods", { ...pod(), metadata: { name: "", generateName: "web-", namespace: "shop" } })).metadata.name;
  const names = [make(), make(), make()];
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
});

test("a pod without a node goes at once, one with a node gracefully", () => {
  const { client } = createTestWorld();
  value(client.create("pods", pod("a")));
  expect(value(client.delete("pods", "shop", "a"))).toBeUndefined();
  const created = value(client.create("pods", pod("b")));
  value(client.update("pods", { ...created, spec: { ...created.spec, nodeName: "worker" } }));
  const going = value(client.delete("pods", "shop", "b")) as Pod;
  expect(going.metadata).toMatchObject({ deletionTimestamp: "2026-01-05T08:00:30Z", deletionGracePeriodSeconds: 30 });
  expect(value(client.delete("pods", "shop", "b", { gracePeriodSeconds: 0 }))).toBeUndefined();
  expect(client.get("pods", "shop", "b")).toBeUndefined();
});

test("a pod's spec is fixed but for a few fields", () => {
  const { client } = createTestWorld();
  const created = value(client.create("pods", pod()));
  expect(message(client.update("pods", { ...created, spec: { ...created.spec, hostname: "x" } }))).toContain(
    "spec: Forbidden: pod updates may not change",
  );
  const containers = created.spec.containers.map((container) => ({ ...container, image: "busybox:2" }));
  expect(value(client.update("pods", { ...created, spec: { ...created.spec, containers } })).spec.containers[0]?.image).toBe("busybox:2");
});

test("namespaces terminate and take nothing new", () => {
  const { client } = createTestWorld();
  expect(message(client.delete("namespaces", undefined, "default"))).toBe(
    'namespaces "default" is forbidden: this namespace may not be deleted',
  );
  const going = value(client.delete("namespaces", undefined, "shop")) as Namespace;
  expect(going.status?.phase).toBe("Terminating");
  expect(message(client.create("pods", pod()))).toBe(
    'pods "p" is forbidden: unable to create new content in namespace shop because it is being terminated',
  );
  value(client.update("namespaces", { ...going, spec: {} }));
  expect(client.get("namespaces", undefined, "shop")).toBeUndefined();
  expect(message(client.create("pods", pod()))).toBe('namespaces "shop" not found');
});

test("finalizers hold an object until they are gone", () => {
  const { client } = createTestWorld();
  const held = { ...deployment(), metadata: { ...deployment().metadata, finalizers: ["example.com/hold"] } };
  value(client.create("deployments.apps", held));
  const going = value(client.delete("deployments.apps", "shop", "web")) as Deployment;
  expect(going.metadata.deletionTimestamp).toBeDefined();
  value(client.update("deployments.apps", { ...going, metadata: { ...going.metadata, finalizers: [] } }));
  expect(client.get("deployments.apps", "shop", "web")).toBeUndefined();
});

test("the same seed gives the same objects", () => {
  const run = () => {
    const { client } = createTestWorld();
    value(
      client.create("services", {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "s", namespace: "shop" },
        spec: { ports: [{ port: 80 }] },
      } as never),
    );
    value(client.create("pods", pod()));
    return JSON.stringify([client.list("pods"), client.list("services")]);
  };
  expect(run()).toBe(run());
});
