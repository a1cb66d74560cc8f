import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import type { SmallWorld } from "./small-world.ts";
import { WORLDS } from "./worlds.ts";

describe.each(WORLDS)("rollback in $title", ({ isAbsent, open }) => {
  let world: SmallWorld;

  beforeAll(async () => {
    if (!isAbsent) world = await open();
  }, 180_000);
  afterAll(() => world?.close());

  test.skipIf(isAbsent)("a slot that nobody touched equals its baseline, and restoring it does nothing", async () => {
    expect(await world.verify()).toMatchObject({ equal: true, differences: [] });
    expect(await world.rollback()).toMatchObject({ deleted: [], recreated: [], restored: [], recycled: [] });
  });

  test.skipIf(isAbsent).each(Object.entries(BREAKAGES))(
    "%s is undone, and once more does no harm",
    async (_name, breakage) => {
      await breakage(world.admin, world.namespace);
      expect((await world.verify()).equal).toBe(false);
      await world.rollback();
      expect(await world.verify()).toMatchObject({ equal: true, differences: [] });
      expect(await world.rollback()).toMatchObject({ deleted: [], recreated: [], restored: [], recycled: [] });
      for (const { name, bodyContains } of world.app.operations) expect(await askUntilReady(world, name), name).toContain(bodyContains);
    },
    240_000,
  );

  test.skipIf(isAbsent)(
    "a pod that somebody worked in is recycled",
    async () => {
      const [pod] = await listObjects<Pod>(world.admin, { resource: "pods", namespace: world.namespace, labelSelector: "app=web" });
      const name = pod?.metadata.name ?? "";
      await world.agent.exec({ namespace: world.namespace, pod: name, command: ["touch", "/tmp/left-behind"] });
      expect((await world.rollback({ touchedPods: [name] })).recycled).toEqual([`pods/${name}`]);
      expect((await world.verify()).equal).toBe(true);
    },
    120_000,
  );

  test.skipIf(isAbsent)("the agent may do everything in its namespace and nothing outside", async () => {
    expect((await world.agent.read({ path: apiPath({ resource: "secrets", namespace: world.namespace }) })).status).toBe(200);
    expect((await world.agent.read({ path: apiPath({ resource: "secrets", namespace: "kube-system" }) })).status).toBe(403);
    expect((await world.agent.read({ path: apiPath({ resource: "nodes" }) })).status).toBe(403);
  });
});

/** Requests a component's page until it answers, since Services take a moment to include new pods. */
const askUntilReady = async ({ admin, namespace }: SmallWorld, operation: string): Promise<string> => {
  const host = operation.replace("GET ", "");
  let body = "";
  await admin.clock.until(
    async () => {
      const result = await admin.probe({ from: { namespace }, host, port: 80, http: { method: "GET", path: "/" } });
      body = result.kind === "response" ? result.body : result.kind;
      return result.kind === "response";
    },
    { timeoutMs: 60_000 },
  );
  return body;
};

const BREAKAGES: Readonly<Record<string, (cluster: ClusterPort, namespace: string) => Promise<unknown>>> = {
  "a deployment without replicas": (cluster, namespace) =>
    patchObject(cluster, { resource: "deployments.apps", namespace, name: "web", patchType: "merge", patch: { spec: { replicas: 0 } } }),
  "a wrong image": (cluster, namespace) =>
    patchObject(cluster, {
      resource: "deployments.apps",
      namespace,
      name: "web",
      patchType: "strategic",
      patch: {
        spec: { template: { spec: { containers: [{ name: "web", image: "busybox:1.63" }] } } },
      },
    }),
  "a selector that finds nobody": (cluster, namespace) =>
    patchObject(cluster, {
      resource: "services",
      namespace,
      name: "api",
      patchType: "merge",
      patch: { spec: { selector: { track: "canary" } } },
    }),
  "a deleted ConfigMap and a pod that misses it": async (cluster, namespace) => {
    await deleteObject(cluster, { resource: "configmaps", namespace, name: "api-settings" });
    await patchObject(cluster, {
      resource: "deployments.apps",
      namespace,
      name: "api",
      patchType: "strategic",
      patch: {
        spec: { template: { metadata: { annotations: { note: "restart" } } } },
      },
    });
  },
  "a deleted Service": (cluster, namespace) => deleteObject(cluster, { resource: "services", namespace, name: "web" }),
  "a deployment made anew with another selector": async (cluster, namespace) => {
    const [before] = await listObjects<KubeObject & { readonly spec: object }>(cluster, {
      resource: "deployments.apps",
      namespace,
      fieldSelector: "metadata.name=client",
    });
    await deleteObject(cluster, { resource: "deployments.apps", namespace, name: "client" });
    const labels = { app: "client", version: "2" };
    const { spec } = before as unknown as { readonly spec: { readonly template: { readonly spec: object } } };
    const body = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "client", namespace },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: spec.template.spec } },
    };
    await createObject(cluster, { resource: "deployments.apps", object: body as KubeObject });
  },
  "a ReplicaSet that a finalizer of claims keeps from being deleted": async (cluster, namespace) => {
    const resource = "replicasets.apps";
    const [replicaSet] = await listObjects(cluster, { resource, namespace, labelSelector: "app=web" });
    const { name } = replicaSet!.metadata;
    const patch = { metadata: { finalizers: ["kubernetes.io/pvc-protection"] } };
    await patchObject(cluster, { resource, namespace, name, patchType: "merge", patch });
    await deleteObject(cluster, { resource, namespace, name });
  },
  "extra objects, one with a finalizer, and a quota in the way": async (cluster, namespace) => {
    const metadata = { name: "leftover", namespace };
    await createObject(cluster, {
      resource: "configmaps",
      object: {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { ...metadata, finalizers: ["example.org/stay"] },
      },
    });
    await createObject(cluster, {
      resource: "services",
      object: {
        apiVersion: "v1",
        kind: "Service",
        metadata,
        spec: { ports: [{ port: 1 }] },
      } as unknown as Service,
    });
    await createObject(cluster, {
      resource: "resourcequotas",
      object: {
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata,
        spec: { hard: { pods: "0" } },
      } as KubeObject,
    });
  },
  "a deleted namespace": (cluster, namespace) => deleteObject(cluster, { resource: "namespaces", name: namespace }),
  "another label on the namespace": (cluster, namespace) =>
    patchObject(cluster, {
      resource: "namespaces",
      name: namespace,
      patchType: "merge",
      patch: { metadata: { labels: { tier: "gold" } } },
    }),
};
