import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canHave } from "#env/catalogue/fixtures-of.ts";
import { loadLibrary } from "#env/catalogue/library.ts";
import type { FixtureWish } from "#kube/app/fixtures/fixture.ts";
import { brokenGuards } from "#kube/checks/guards.ts";
import { buildSlotPolicy } from "#kube/confinement/slot-policy.ts";
import { refOf } from "#kube/objects/object-ref.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { WriteRequest } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import type { Slot } from "#pool/backend.ts";
import { assertConfines } from "#pool/backends/namespaces/confinement/assert-confines.ts";
import { putPolicy, removePolicy } from "#pool/backends/namespaces/confinement/put-policy.ts";
import { diagnosePool } from "#pool/backends/namespaces/diagnose-pool.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import { listDifferences } from "#pool/baseline/compare-baseline.ts";
import { readObjects } from "#pool/baseline/record-baseline.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import { POOL_PLACES, type PoolPlace } from "./pool-places.ts";

const REQUEST = { app: "small-app", scope: "namespace", rights: "namespace", seed: "1" } as const;

const FIXTURES = (await loadLibrary()).fixtures.map((fixture) => [fixture.id, fixture] as const);

describe.each(POOL_PLACES)("a pool in $title", ({ isAbsent, knowsAccounts, create }) => {
  let place: PoolPlace;
  let pool: OpenPool;

  beforeAll(async () => {
    if (isAbsent) return;
    place = await create();
    pool = await place.open();
    await pool.backend.provision({ app: "small-app", slots: 2 });
  }, 300_000);
  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    await place?.close();
  }, 300_000);

  test.skipIf(isAbsent)("what the cluster can do was found by experiment", () => {
    expect(pool.backend.capabilities).toEqual(expect.arrayContaining(["exec", "network-policy", "storage"]));
  });

  test.skipIf(isAbsent)("a doctor names what is lacking, and calls unusable only what keeps slots from being given out", async () => {
    const states = new Map((await all(diagnosePool(place.options, 3))).map(({ name, state }) => [name, state]));
    const { capabilities } = pool.backend;
    const byExperiment = ["exec", "metrics", "network-policy", "node-metrics", "storage"].map(
      (name) => [name, capabilities.includes(name) ? "good" : "lacking"] as const,
    );
    const others = ["API server", "rights", "confinement", "admission policy", "volumes of nodes", "room", "slots", "orphans"].map(
      (name) => [name, "good"] as const,
    );
    expect(Object.fromEntries(states)).toEqual(Object.fromEntries([...byExperiment, ...others]));
    const [gone, ...rest] = await all(diagnosePool({ ...place.options, kubeconfigPath: unreachable(place.options.kubeconfigPath) }, 3));
    expect([gone?.state, rest]).toEqual(["unusable", []]);
  });

  test.skipIf(isAbsent)("a doctor fails when a slot's level of Pod Security or Role is gone, and names a missing policy", async () => {
    const admin = createKubernetesPort({ kubeconfigPath: place.options.kubeconfigPath });
    const namespace = pool.slots()[0]?.id ?? "";
    const level = (enforce: string | null) =>
      patchObject(admin, {
        resource: "namespaces",
        name: namespace,
        patchType: "merge",
        patch: { metadata: { labels: { "pod-security.kubernetes.io/enforce": enforce } } },
      });
    const find = async (name: string) => (await all(diagnosePool(place.options, 3))).find((check) => check.name === name);
    await level(null);
    expect(await find("confinement")).toMatchObject({
      state: "unusable",
      says: expect.stringMatching(/^agents get out by hostPath volumes, .*PodSecurity/),
    });
    await level("baseline");
    const binding = { subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:serviceaccounts" }] };
    await createObject(admin, {
      resource: "rolebindings.rbac.authorization.k8s.io",
      object: {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: { name: "too-much", namespace },
        ...binding,
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      } as KubeObject,
    });
    expect(await find("confinement")).toMatchObject({ state: "unusable", says: expect.stringContaining("changes of the Namespace") });
    await deleteObject(admin, { resource: "rolebindings.rbac.authorization.k8s.io", namespace, name: "too-much" });
    await removePolicy(admin, namespace);
    const isLacking = async () => (await find("admission policy"))?.state === "lacking";
    expect(await admin.clock.until(isLacking, { timeoutMs: 30_000 })).toBe(true);
    await putPolicy(admin, buildSlotPolicy(namespace, []));
    expect(await admin.clock.until(async () => !(await isLacking()), { timeoutMs: 30_000 })).toBe(true);
    await admin.close();
  });

  test.skipIf(isAbsent)("a doctor names slots whose admission policy is of an earlier version", async () => {
    const admin = createKubernetesPort({ kubeconfigPath: place.options.kubeconfigPath });
    const namespace = pool.slots()[0]?.id ?? "";
    const says = async () => (await all(diagnosePool(place.options, 3))).find(({ name }) => name === "admission policy")?.says ?? "";
    const current = buildSlotPolicy(namespace, []);
    await removePolicy(admin, namespace);
    await putPolicy(admin, { ...current, policy: withoutChanges(current.policy) });
    const isEarlier = async () => (await says()).startsWith(`${namespace}: the policy is of an earlier version`);
    expect(await admin.clock.until(isEarlier, { timeoutMs: 30_000 })).toBe(true);
    await removePolicy(admin, namespace);
    await putPolicy(admin, current);
    expect(await admin.clock.until(async () => !(await isEarlier()), { timeoutMs: 30_000 })).toBe(true);
    await admin.close();
  });

  test.skipIf(isAbsent)("nothing is provisioned where pods that reach their node are not refused", async () => {
    const admin = createKubernetesPort({ kubeconfigPath: place.options.kubeconfigPath });
    await assertConfines(admin);
    // A namespace without labels is what one in a cluster without that admission plug-in is.
    const unlabelled = (body: unknown) => ({ ...(body as KubeObject), metadata: { name: (body as KubeObject).metadata?.name } });
    const careless = {
      ...admin,
      write: (request: WriteRequest) =>
        admin.write(request.path === "/api/v1/namespaces" ? { ...request, body: unlabelled(request.body) } : request),
    };
    await expect(assertConfines(careless)).rejects.toMatchObject({
      code: "BACKEND_DOWN",
      message: expect.stringMatching(/by hostPath volumes and \d+ more ways/),
    });
    await admin.close();
  });

  test.skipIf(isAbsent)("a lease is exclusive, and a scope beyond the namespace is refused", async () => {
    const vacancies = () => pool.backend.vacancies?.(REQUEST.app, "standard");
    expect(vacancies()).toEqual({ free: 2, coming: 0 });
    const slots = [await pool.backend.lease(REQUEST), await pool.backend.lease(REQUEST)];
    expect(vacancies()).toEqual({ free: 0, coming: 0 });
    expect(new Set(slots.map(({ id }) => id)).size).toBe(2);
    expect(pool.slots().map(({ state }) => state)).toEqual(["leased", "leased"]);
    const waiting = pool.backend.lease(REQUEST);
    await recycleSlot(pool.backend, slots[0] as Slot, async () => {});
    const third = await waiting;
    expect(third.id).toBe(slots[0]?.id);
    await Promise.all([third, slots[1] as Slot].map((slot) => recycleSlot(pool.backend, slot, async () => {})));
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready"]);
    await expect(pool.backend.lease({ ...REQUEST, scope: "host" })).rejects.toMatchObject({ code: "CAPABILITY_MISSING" });
  });

  test.skipIf(isAbsent)("nothing in a slot says what it is for", async () => {
    const slot = await pool.backend.lease(REQUEST);
    const text = JSON.stringify([
      await readObjects(slot.admin, slot),
      (await slot.admin.read({ path: apiPath({ resource: "events", namespace: slot.namespace }) })).body,
    ]);
    // A level of Pod Security, on namespaces of any team.
    const ours = text.replaceAll('"pod-security.kubernetes.io/enforce":"baseline"', "");
    expect(/kubedrill|\bslot|\bfault|episode|\bleased?\b|baseline|inject/i.exec(ours)?.[0]).toBeUndefined();
    await recycleSlot(pool.backend, slot, async () => {});
  });

  test.skipIf(isAbsent || !knowsAccounts)("an agent has its namespace, a look at nodes and storage classes, and nothing else", async () => {
    const slot = await pool.backend.lease(REQUEST);
    const other = pool.slots().find(({ id }) => id !== slot.id)?.id ?? "";
    const status = async (target: Parameters<typeof apiPath>[0]) => (await slot.agent.read({ path: apiPath(target) })).status;
    expect(await status({ resource: "secrets", namespace: slot.namespace })).toBe(200);
    expect(await status({ resource: "nodes" })).toBe(200);
    expect(await status({ resource: "storageclasses.storage.k8s.io" })).toBe(200);
    expect(await status({ resource: "pods", namespace: other })).toBe(403);
    expect(await status({ resource: "configmaps", namespace: place.options.home })).toBe(403);
    expect(await status({ resource: "namespaces" })).toBe(403);
    await deleteObject(slot.agent, { resource: "configmaps", namespace: slot.namespace, name: "nothing" });
    expect(slot.audit()).toMatchObject([{ verb: "delete", status: 404, object: `configmaps ${slot.namespace}/nothing` }]);
    await recycleSlot(pool.backend, slot, async () => {});
    // Its credential died with the lease.
    expect(await status({ resource: "secrets", namespace: slot.namespace }).catch((cause: { code: string }) => cause.code)).toBe(
      "SLOT_LOST",
    );
  });

  test.skipIf(isAbsent)(
    "an agent is told of the metrics and logs of its own slot, since it was put back",
    { timeout: 120_000 },
    async () => {
      const slot = await pool.backend.lease(REQUEST);
      const ask = async (api: "prometheus" | "loki", path: string, query: string) =>
        (await slot.agent.query({ api, path, params: { query } })).body as { readonly data: { readonly result: readonly Found[] } };
      const isMeasured = async (): Promise<boolean> =>
        (await ask("prometheus", "/api/v1/query", "count by (namespace) (kube_pod_info)")).data.result.length > 0;
      expect(await slot.admin.clock.until(isMeasured, { timeoutMs: 60_000 })).toBe(true);
      const namespaces = await ask("prometheus", "/api/v1/query", 'group by (namespace) ({namespace!=""})');
      expect(namespaces.data.result.map(({ metric }) => metric?.["namespace"])).toEqual([slot.namespace]);
      const others = await ask("loki", "/loki/api/v1/query_range", '{namespace!=""}');
      expect(new Set(others.data.result.map(({ stream }) => stream?.["namespace"]))).toEqual(new Set([slot.namespace]));
      const beforeMs = slot.admin.clock.nowMs();
      await recycleSlot(pool.backend, slot, async () => {});
      const both = [await pool.backend.lease(REQUEST), await pool.backend.lease(REQUEST)];
      const again = both.find(({ id }) => id === slot.id) as Slot;
      const { body } = await again.agent.query({ api: "loki", path: "/loki/api/v1/query_range", params: { query: '{namespace!=""}' } });
      const times = (body as { readonly data: { readonly result: readonly Found[] } }).data.result.flatMap(({ values = [] }) =>
        values.map(([nanoseconds]) => Number(nanoseconds.slice(0, -6))),
      );
      expect(times.filter((ms) => ms < beforeMs)).toEqual([]);
      for (const leased of both) await recycleSlot(pool.backend, leased, async () => {});
    },
  );

  test.skipIf(isAbsent)("users notice what breaks, and the slot comes back as it was", async () => {
    const slot = await pool.backend.lease(REQUEST);
    const digest = await slot.digest();
    await deleteObject(slot.admin, { resource: "services", namespace: slot.namespace, name: "web" });
    await patchObject(slot.admin, {
      resource: "deployments.apps",
      namespace: slot.namespace,
      name: "api",
      patchType: "merge",
      patch: { spec: { replicas: 0 } },
    });
    const fromMs = slot.admin.clock.nowMs();
    const hasNoticed = async () => (await slot.traffic(fromMs, Number.POSITIVE_INFINITY)).errors > 3;
    expect(await slot.admin.clock.until(hasNoticed, { timeoutMs: 60_000 })).toBe(true);
    expect(await slot.digest()).not.toBe(digest);
    await recycleSlot(pool.backend, slot, async () => {});
    const both = [await pool.backend.lease(REQUEST), await pool.backend.lease(REQUEST)];
    expect(await both.find(({ id }) => id === slot.id)?.digest()).toBe(digest);
    for (const leased of both) await recycleSlot(pool.backend, leased, async () => {});
  });

  test.skipIf(isAbsent).each(FIXTURES)("%s are part of a slot and of its baseline for one episode, and go with it", async (id, fixture) => {
    if (!canHave(pool.backend, fixture)) return;
    const bare = await pool.backend.lease(REQUEST);
    const digest = await bare.digest();
    const objects = await fixture.objects(bare.admin, bare.baseline);
    const [{ resource = "" } = {}] = objects.map(refOf);
    const namesIn = async ({ admin, namespace }: Slot) => namesOf(await listObjects(admin, { resource, namespace }));
    await recycleSlot(pool.backend, bare, async () => {});
    const slot = await leaseAgain(pool, bare.id, { fixtures: [fixture] });
    expect(slot.fixtures).toEqual([id]);
    const names = await namesIn(slot);
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect([namesOf(objects), namesOf(slot.baseline.objects[resource] ?? [])]).toEqual([names, names]);
    expect(await brokenGuards(slot.admin, slot.baseline)).toEqual([]);
    await deleteObject(slot.admin, { resource, namespace: slot.namespace, name: names[0] as string });
    expect(await brokenGuards(slot.admin, slot.baseline)).toEqual([`${resource}/${names[0]}:exists`]);
    await recycleSlot(pool.backend, slot, async () => {});
    expect(pool.slots().find((one) => one.id === slot.id)?.state).toBe("ready");
    const again = await leaseAgain(pool, slot.id, {});
    expect([again.fixtures, await namesIn(again), await again.digest()]).toEqual([[], [], digest]);
    await recycleSlot(pool.backend, again, async () => {});
  });

  test.skipIf(isAbsent)("a slot that does not come back to its baseline is made anew, and the difference is kept", async () => {
    const slot = await pool.backend.lease(REQUEST);
    await pool.backend.rollback(slot, async () => {});
    await createObject(slot.admin, { resource: "configmaps", object: extra(slot.namespace) }).catch(() => undefined);
    const admin = createKubernetesPort({ kubeconfigPath: place.options.kubeconfigPath });
    await createObject(admin, { resource: "configmaps", object: extra(slot.namespace) });
    await admin.close();
    const verification = await pool.backend.verify(slot);
    expect(verification).toMatchObject({ equal: false, differences: ["extra configmaps/left-behind"] });
    await pool.backend.quarantine(slot.id, verification);
    await pool.backend.rebuild(slot.id);
    await pool.backend.release(slot);
    await pool.settle();
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready"]);
    expect(pool.slots().some(({ id }) => id === slot.id)).toBe(false);
  });

  test.skipIf(isAbsent)("a server that comes after another one finds its slots and puts back what was left in use", async () => {
    const fixtures = FIXTURES.flatMap(([, fixture]) => (canHave(pool.backend, fixture) ? [fixture] : []));
    const slot = await pool.backend.lease({ ...REQUEST, fixtures });
    const undone: unknown[] = [];
    await slot.saveMemo?.({ told: "before" });
    await deleteObject(slot.admin, { resource: "services", namespace: slot.namespace, name: "web" });
    await pool.close();
    const { openPool } = await import("#pool/backends/namespaces/open-pool.ts");
    pool = await openPool({ ...place.options, undo: async (memo) => void undone.push(memo) });
    expect(pool.recovery).toEqual({ ready: 1, restoring: 1, removing: 0, orphans: 0 });
    await pool.settle();
    expect(undone[0]).toEqual({ told: "before" });
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready"]);
    const again = await leaseAgain(pool, slot.id, {});
    expect([again.fixtures, listDifferences(again.baseline.objects, await readObjects(again.admin, again.baseline))]).toEqual([[], []]);
    await recycleSlot(pool.backend, again, async () => {});
  });
});

/** Leases one of the two slots, and gives the other one back if that comes first. */
const leaseAgain = async (pool: OpenPool, id: string, wish: FixtureWish): Promise<Slot> => {
  const [first, second] = [await pool.backend.lease(REQUEST), await pool.backend.lease(REQUEST)];
  const other = [first, second].find((slot) => slot.id !== id) as Slot;
  const wanted = [first, second].find((slot) => slot.id === id) as Slot;
  await recycleSlot(pool.backend, wanted, async () => {});
  const slot = await pool.backend.lease({ ...REQUEST, ...wish });
  await recycleSlot(pool.backend, other, async () => {});
  return slot;
};

const namesOf = (objects: readonly KubeObject[]): readonly string[] => objects.map(({ metadata }) => metadata.name).sort();

interface Found {
  readonly metric?: Readonly<Record<string, string>>;
  readonly stream?: Readonly<Record<string, string>>;
  readonly values?: readonly (readonly [nanoseconds: string, line: string])[];
}

/** Writes a kubeconfig with the same credentials for a port on which nothing listens. */
const unreachable = (kubeconfigPath: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), "kubedrill-nowhere-")), "kubeconfig");
  writeFileSync(path, readFileSync(kubeconfigPath, "utf8").replace(/server: \S+/, "server: https://127.0.0.1:1"), { mode: 0o600 });
  return path;
};

/** Returns the policy without the part about changes of pods, as slots had it before that was asked. */
const withoutChanges = (policy: KubeObject): KubeObject =>
  JSON.parse(JSON.stringify(policy).replaceAll('"CREATE","UPDATE"', '"CREATE"')) as KubeObject;

const extra = (namespace: string): KubeObject => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "left-behind", namespace } });

const all = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};
