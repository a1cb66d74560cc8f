import { PassThrough, Writable } from "node:stream";
import {
  AppsV1Api,
  Attach,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  Metrics,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  topNodes,
  topPods,
  type V1Pod,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenCluster, openCluster } from "#env/open/open-cluster.ts";

let cluster: OpenCluster;
let config: KubeConfig;
let core: CoreV1Api;
beforeAll(async () => {
  cluster = await openCluster({ host: "127.0.0.1", port: 0, nodes: 2, seed: "5", time: "auto", hasMetrics: true, hasStorage: false });
  config = new KubeConfig();
  config.loadFromString(cluster.kubeconfig);
  core = config.makeApiClient(CoreV1Api);
});
afterAll(() => cluster.close());

const NAMESPACE = "default";
const pod = (name: string, container: object = {}): V1Pod => ({
  metadata: { name, labels: { app: name } },
  spec: {
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 1,
    containers: [{ name: "c", image: "registry.local/busybox:1.35", command: ["sleep", "100000"], ...container }],
  },
});

test("an informer holds what is there, hears what happens, and goes on after its watch broke off", async () => {
  await core.createNamespacedPod({ namespace: NAMESPACE, body: pod("first") });
  const heard: string[] = [];
  const informer = makeInformer(config, `/api/v1/namespaces/${NAMESPACE}/pods`, () => core.listNamespacedPod({ namespace: NAMESPACE }));
  for (const kind of ["add", "update", "delete"] as const) informer.on(kind, ({ metadata }) => heard.push(`${kind} ${metadata?.name}`));
  await informer.start();
  expect(informer.get("first", NAMESPACE)?.kind ?? "Pod").toBe("Pod");
  await core.createNamespacedPod({ namespace: NAMESPACE, body: pod("second") });
  await expect.poll(() => informer.get("second", NAMESPACE)?.status?.phase).toBe("Running");
  // As an informer does when its connection is lost.
  await informer.stop();
  await core.deleteNamespacedPod({ namespace: NAMESPACE, name: "second", gracePeriodSeconds: 0 });
  await informer.start();
  await expect.poll(() => informer.get("second", NAMESPACE)).toBeUndefined();
  expect(heard).toContain("add first");
  expect(heard).toContain("update second");
  expect(heard.filter((change) => change.endsWith(" second")).at(-1)).toBe("delete second");
  await informer.stop();
});

test("patches of all four sorts do what each means", async () => {
  const apps = config.makeApiClient(AppsV1Api);
  const labels = { app: "patched" };
  const containers = [
    { name: "a", image: "registry.local/pause:3.10", env: [{ name: "ONE", value: "1" }] },
    { name: "b", image: "registry.local/pause:3.10" },
  ];
  const where = { namespace: NAMESPACE, name: "patched" };
  await apps.createNamespacedDeployment({
    namespace: NAMESPACE,
    body: {
      metadata: { name: "patched" },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
    },
  });
  const patch = (body: object, strategy: (typeof PatchStrategy)[keyof typeof PatchStrategy], more: object = {}) =>
    apps.patchNamespacedDeployment({ ...where, body, ...more }, setHeaderOptions("Content-Type", strategy));
  const strategic = await patch(
    { spec: { template: { spec: { containers: [{ name: "a", env: [{ name: "TWO", value: "2" }] }] } } } },
    PatchStrategy.StrategicMergePatch,
  );
  expect(strategic.spec?.template.spec?.containers.map(({ name, env }) => [name, env?.map((entry) => entry.name)])).toEqual([
    ["a", ["TWO", "ONE"]],
    ["b", undefined],
  ]);
  const merged = await patch({ spec: { template: { spec: { containers: [containers[1]] } } } }, PatchStrategy.MergePatch);
  expect(merged.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(["b"]);
  const operations = [
    { op: "test", path: "/spec/replicas", value: 1 },
    { op: "replace", path: "/spec/replicas", value: 2 },
  ];
  expect((await patch(operations, PatchStrategy.JsonPatch)).spec?.replicas).toBe(2);
  await expect(patch(operations, PatchStrategy.JsonPatch)).rejects.toMatchObject({ code: 422 });
  const applied = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "patched", labels: { by: "hand" } } };
  const server = await patch(applied, PatchStrategy.ServerSideApply, { fieldManager: "hand", force: true });
  expect(server.metadata?.labels).toEqual({ by: "hand" });
  expect(server.metadata?.managedFields?.some(({ manager, operation }) => manager === "hand" && operation === "Apply")).toBe(true);
});

test("an attached client types into a container's own process", async () => {
  await core.createNamespacedPod({ namespace: NAMESPACE, body: pod("talk", { command: ["cat"], stdin: true, stdinOnce: true }) });
  await expect
    .poll(async () => (await core.readNamespacedPod({ namespace: NAMESPACE, name: "talk" })).status?.phase, {
      interval: 200,
    })
    .toBe("Running");
  let seen = "";
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      seen += chunk.toString("utf8");
      done();
    },
  });
  const input = new PassThrough();
  const socket = await new Attach(config).attach(NAMESPACE, "talk", "c", output, null, input, false);
  input.write("over and over\n");
  await expect.poll(() => seen).toBe("over and over\n");
  socket.close();
  const log = await core.readNamespacedPodLog({ namespace: NAMESPACE, name: "talk" });
  expect(log).toBe("over and over\n");
});

test("usage of nodes and pods is told once it was measured", async () => {
  await core.createNamespacedPod({ namespace: NAMESPACE, body: pod("measured") });
  const metrics = new Metrics(config);
  // Nothing passes the time like a client that waits.
  const informer = makeInformer(config, `/api/v1/namespaces/${NAMESPACE}/pods`, () => core.listNamespacedPod({ namespace: NAMESPACE }));
  await informer.start();
  await expect
    .poll(async () => (await metrics.getPodMetrics(NAMESPACE)).items.some(({ metadata }) => metadata.name === "measured"), {
      interval: 500,
    })
    .toBe(true);
  await informer.stop();
  const pods = await topPods(core, metrics, NAMESPACE);
  expect(Number(pods.find(({ Pod }) => Pod.metadata?.name === "measured")?.Memory.CurrentUsage)).toBeGreaterThan(0);
  const nodes = await topNodes(core);
  expect(nodes.map(({ Node }) => Node.metadata?.name)).toHaveLength((await core.listNode()).items.length);
});

test("objects of any kind are made, read and deleted by what they say they are", async () => {
  const objects = KubernetesObjectApi.makeApiClient(config);
  const spec = { apiVersion: "batch/v1", kind: "CronJob", metadata: { name: "tick", namespace: NAMESPACE } };
  const template = { spec: { template: { spec: { restartPolicy: "Never", containers: pod("x").spec?.containers } } } };
  const made = await objects.create({ ...spec, spec: { schedule: "* * * * *", jobTemplate: template } } as typeof spec & {
    metadata: { uid?: string };
  });
  expect(made.metadata?.uid).toMatch(/^[0-9a-f-]{36}$/);
  expect((await objects.read(spec)).kind).toBe("CronJob");
  expect((await objects.list("batch/v1", "CronJob", NAMESPACE)).items).toHaveLength(1);
  await objects.delete(spec);
  await expect(objects.read(spec)).rejects.toMatchObject({ code: 404 });
});
