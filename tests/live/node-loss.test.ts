import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPath } from "#kube/ports/api-path.ts";
import type { Lease } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import { createKubernetesPort, type KubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import { POOL_PLACES, type PoolPlace } from "./pool-places.ts";

const REQUEST = { app: "small-app", scope: "namespace", rights: "namespace", seed: "1" } as const;

/** Nodes of a real cluster fail for everybody on it: what becomes of episodes there is seen where a cluster may be broken. */
describe.each(POOL_PLACES.slice(0, 1))("nodes that fail under a slot, in $title", ({ create }) => {
  let place: PoolPlace;
  let pool: OpenPool;
  let admin: KubernetesPort;
  let slot: Slot;

  beforeAll(async () => {
    place = await create();
    pool = await place.open();
    admin = createKubernetesPort({ kubeconfigPath: place.options.kubeconfigPath });
    await pool.backend.provision({ app: "small-app", slots: 1 });
    slot = await pool.backend.lease(REQUEST);
  }, 300_000);
  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    await admin?.close();
    await place?.close();
  }, 300_000);

  test("what was seen is confirmed by nodes that say once more that they live", async () => {
    const before = await renewalsOfCarriers(admin, slot);
    await slot.confirm?.();
    const after = await renewalsOfCarriers(admin, slot);
    expect(before.length).toBeGreaterThan(0);
    expect(after).toHaveLength(before.length);
    for (const [i, renewal] of after.entries()) expect(Date.parse(renewal)).toBeGreaterThan(Date.parse(before[i] ?? ""));
  });

  test("a slot whose node was not ready for a moment is lost, and serves again afterwards", async () => {
    const [pod] = await listObjects<Pod>(admin, { resource: "pods", namespace: slot.namespace });
    await sayReady(admin, pod?.spec.nodeName ?? "", "False");
    await expect
      .poll(() => slot.admin.read({ path: "/version" }).catch((cause: Error) => cause), { timeout: 20_000 })
      .toMatchObject({ code: "SLOT_LOST", message: expect.stringContaining(`node ${pod?.spec.nodeName}`) });
    await expect(slot.confirm?.()).rejects.toMatchObject({ code: "SLOT_LOST" });
    await sayReady(admin, pod?.spec.nodeName ?? "", "True");
    await recycleSlot(pool.backend, slot, async () => {});
    slot = await pool.backend.lease(REQUEST);
    expect((await slot.admin.read({ path: "/version" })).status).toBe(200);
  }, 120_000);
});

/** Heartbeats of the nodes with pods of the slot. */
const renewalsOfCarriers = async (admin: KubernetesPort, { namespace }: Slot): Promise<readonly string[]> => {
  const carriers = new Set((await listObjects<Pod>(admin, { resource: "pods", namespace })).map(({ spec }) => spec.nodeName));
  const leases = await listObjects<Lease>(admin, { resource: "leases.coordination.k8s.io", namespace: "kube-node-lease" });
  return leases.flatMap(({ metadata, spec }) => (carriers.has(metadata.name) ? [spec?.renewTime ?? ""] : []));
};

const sayReady = async (admin: KubernetesPort, name: string, status: "True" | "False"): Promise<void> => {
  await admin.write({
    method: "PATCH",
    path: `${apiPath({ resource: "nodes", name })}/status`,
    patchType: "strategic",
    body: { status: { conditions: [{ type: "Ready", status }] } },
  });
};
