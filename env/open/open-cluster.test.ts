import { mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { invariant } from "#core/invariant.ts";
import { createSimCluster, type SimCluster, type SimClusterOptions } from "#pool/backends/sim/sim-cluster.ts";
import { loadApps } from "../catalogue/load-apps.ts";
import { writeKubeconfig } from "./foreground.ts";
import { openCluster } from "./open-cluster.ts";

const FEW = { seed: "1", hasMetrics: false, hasStorage: false } as const;
const hotel = (await loadApps()).find(({ record }) => record.name === "hotel-reservation")?.formOf("standard");
invariant(hotel !== undefined, "the chart is there");

const ask = (cluster: SimCluster, method: string, path: string, body?: unknown): Answer => {
  const headers = { "content-type": "application/json" };
  const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body));
  const answer = cluster.api.answer({ method, path, query: "", headers, body: bytes, shiftMs: 0 }, true);
  if (answer.kind !== "response") throw new Error(`${path} is no response`);
  return { status: answer.status, body: JSON.parse(String(answer.body)) };
};

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many kinds.
  readonly body: any;
}

/** Promise of each option, and a check of it in a cluster that was booted with it. */
const PROMISES: Readonly<
  Record<string, { readonly options: Partial<SimClusterOptions>; readonly check: (cluster: SimCluster) => Promise<void> }>
> = {
  "--nodes 2": { options: { nodes: 2 }, check: (cluster) => expectWorkers(cluster, 2) },
  "--storage-class": { options: { hasStorage: true }, check: expectVolumes },
  "--metrics": { options: { hasMetrics: true }, check: expectMetrics },
  "--app": {
    options: { app: hotel },
    check: async (cluster) => {
      await expectVolumes(cluster);
      await expectMetrics(cluster);
      const { body } = ask(cluster, "GET", "/apis/apps/v1/namespaces/hotel-reservation/deployments");
      for (const { metadata, status } of body.items)
        expect([metadata.name, status.readyReplicas]).toEqual([metadata.name, status.replicas]);
    },
  },
};

const ALONE = Object.keys(PROMISES);
const CASES = ALONE.flatMap((one, at) => [[one], ...ALONE.slice(at + 1).map((other) => [one, other])]);

test.each(CASES.map((names) => [names.join(" "), names] as const))("a cluster with %s has it", async (_title, names) => {
  const options = Object.assign({}, FEW, ...names.map((name) => PROMISES[name]?.options)) as SimClusterOptions;
  const cluster = createSimCluster(options);
  await expectEverythingRuns(cluster);
  for (const name of names) await PROMISES[name]?.check(cluster);
});

/** Nothing waits for an image, a volume or a node. */
async function expectEverythingRuns(cluster: SimCluster): Promise<void> {
  const { body } = ask(cluster, "GET", "/api/v1/pods");
  for (const { metadata, status } of body.items) expect([metadata.name, status.phase]).toEqual([metadata.name, "Running"]);
}

async function expectWorkers(cluster: SimCluster, count: number): Promise<void> {
  const { body } = ask(cluster, "GET", "/api/v1/nodes");
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many kinds.
  expect(body.items.filter(({ spec }: any) => (spec.taints ?? []).length === 0)).toHaveLength(count);
}

async function expectVolumes(cluster: SimCluster): Promise<void> {
  const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
  const claim = { metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } };
  expect(ask(cluster, "POST", claims, { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim }).status).toBe(201);
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "data" } }];
  const containers = [
    { name: "c", image: "registry.local/busybox:1.35", command: ["sleep", "9999"], volumeMounts: [{ name: "v", mountPath: "/d" }] },
  ];
  ask(cluster, "POST", "/api/v1/namespaces/default/pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "user" },
    spec: { containers, volumes, terminationGracePeriodSeconds: 1 },
  });
  await cluster.pass(60_000);
  expect(ask(cluster, "GET", "/api/v1/namespaces/default/pods/user").body.status.phase).toBe("Running");
  expect(ask(cluster, "GET", `${claims}/data`).body.status.phase).toBe("Bound");
  ask(cluster, "DELETE", `${claims}/data`);
  await cluster.pass(5000);
  expect(ask(cluster, "GET", `${claims}/data`).body.metadata.finalizers).toEqual(["kubernetes.io/pvc-protection"]);
  ask(cluster, "DELETE", "/api/v1/namespaces/default/pods/user");
  await cluster.pass(60_000);
  expect(ask(cluster, "GET", `${claims}/data`).status).toBe(404);
}

async function expectMetrics(cluster: SimCluster): Promise<void> {
  const { status, body } = ask(cluster, "GET", "/apis/metrics.k8s.io/v1beta1/nodes");
  expect(status).toBe(200);
  expect(body.items).toHaveLength(ask(cluster, "GET", "/api/v1/nodes").body.items.length);
  expect(body.items[0].usage.cpu).toMatch(/^\d+/);
}

test("names that are drawn follow from --seed", () => {
  const names = (seed: string) => JSON.stringify(ask(createSimCluster({ ...FEW, seed }), "GET", "/api/v1/pods").body.items.map(nameOf));
  expect(names("1")).toBe(names("1"));
  expect(names("1")).not.toBe(names("2"));
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of many kinds.
const nameOf = ({ metadata }: any): string => metadata.name;

describe("an address", () => {
  test.each(["127.0.0.1", "localhost", "::1"])("%s is where the kubeconfig says that the cluster is", async (host) => {
    const cluster = await openCluster({ ...FEW, host, port: 0, time: "auto" });
    try {
      expect(cluster.server).toContain(host);
      expect(cluster.kubeconfig).toContain(cluster.server);
    } finally {
      await cluster.close();
    }
  });
});

test("a variant without an application is refused", async () => {
  await expect(openCluster({ ...FEW, host: "127.0.0.1", port: 0, time: "real", variant: "v03" })).rejects.toThrow(/name the app too/);
});

test("a kubeconfig goes into a folder that is not there yet, and only its owner can read it, even where a file was", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "kubeconfig-")), "new", "config");
  await writeKubeconfig(file, "first");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const open = `${file}.open`;
  await writeFile(open, "", { mode: 0o644 });
  await writeKubeconfig(open, "second");
  expect((await stat(open)).mode & 0o777).toBe(0o600);
});
