import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Library, loadLibrary } from "#env/catalogue/library.ts";
import { chooseTwins } from "#env/loop/choose-twins.ts";
import { createIncident } from "#env/loop/incident.ts";
import { undoFaults } from "#env/loop/undo-faults.ts";
import type { Twin } from "#injectors/twin.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { getObject } from "#kube/verbs/get.ts";
import type { Backend, Slot } from "#pool/backend.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import type { Task } from "#problems/task.ts";
import { POOL_PLACES, type PoolPlace } from "./pool-places.ts";

const APP = "small-app";
const FAULT = "scale-to-zero";

describe.each(POOL_PLACES)("what others do beside a fault in a pool in $title", ({ isAbsent, create }) => {
  let place: PoolPlace;
  let pool: OpenPool;
  let library: Library;

  beforeAll(async () => {
    if (isAbsent) return;
    library = await loadLibrary();
    place = await create();
    pool = await place.open();
    await pool.backend.provision({ app: APP, slots: 1 });
  }, 300_000);
  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    await place?.close();
  }, 300_000);

  test.skipIf(isAbsent)(
    "twins and ordinary work come at their times, and go with the rollback",
    async () => {
      const noted = noteWrites(pool.backend);
      const { seed, twins } = await seedWithTwins(pool.backend, library);
      const [slotId] = pool.slots().map(({ id }) => id);
      const incident = await createIncident(taskOf(library), seed, { ...library, backend: noted.backend, noise: [], decoys: [] });
      const { slot, injectedMs, startMs, faults, baseline } = incident;
      expect(incident.twins).toEqual(twins);
      for (const twin of twins) expect(await isThere(slot, twin), JSON.stringify(twin)).toBe(true);
      const before = noted.times.filter((atMs) => atMs < injectedMs);
      expect((injectedMs - noted.leasedMs()) / 1_000).toBeGreaterThan(9);
      expect((startMs - injectedMs) / 1_000).toBeGreaterThanOrEqual(LEAD_MS / 1_000);
      expect(
        new Set([...before, ...noted.times.filter((atMs) => atMs > injectedMs)].map((atMs) => Math.floor(atMs / 1_000))).size,
      ).toBeGreaterThan(3);
      await recycleSlot(pool.backend, slot, (cluster) => undoFaults(faults, cluster, baseline));
      await pool.settle();
      // The slot itself, and not one that was made anew.
      expect(pool.slots().map(({ id, state }) => [id, state])).toEqual([[slotId, "ready"]]);
      const after = await pool.backend.lease(REQUEST);
      for (const twin of twins) expect(await isThere(after, twin), JSON.stringify(twin)).toBe(false);
      await recycleSlot(pool.backend, after, async () => {});
    },
    600_000,
  );
});

const REQUEST = { app: APP, scope: "namespace", rights: "namespace", seed: "1" } as const;
const LEAD_MS = 15_000;

const taskOf = ({ injectors }: Library): Task => {
  const injector = injectors.find(({ id }) => id === FAULT);
  const candidates = [{ resource: "deployment/api", visible: true, facts: {} }];
  const standard = { id: "standard", nameOf: (name: string) => name, translate: (word: string) => word };
  return {
    uri: `kubedrill://${APP}/${FAULT}?target=deployment/api`,
    kind: { id: FAULT },
    app: APP,
    scope: "namespace",
    rights: "namespace",
    faults: [{ injector, fixtures: [], candidates, pinned: {} }],
    variants: [standard],
    leadMs: LEAD_MS,
  } as unknown as Task;
};

/** Finds a seed that draws twins of both kinds, such as made objects and changed ones, if there are any for this app. */
const seedWithTwins = async (
  backend: Backend,
  { injectors }: Library,
): Promise<{ readonly seed: string; readonly twins: readonly Twin[] }> => {
  const slot = await backend.lease(REQUEST);
  await recycleSlot(backend, slot, async () => {});
  const drawn = Array.from({ length: 60 }, (_, i) => {
    const twins = chooseTwins({ seed: `${i}`, injectors, faults: [FAULT], baseline: slot.baseline }).filter(isWithoutBuild);
    return { seed: `${i}`, twins, kinds: new Set(twins.map(({ verb, resource }) => `${verb} ${resource}`)).size };
  });
  const [most] = drawn.toSorted((a, b) => b.kinds - a.kinds);
  if (most === undefined || most.twins.length < 2) throw new Error("no seed draws twins");
  return most;
};

const isWithoutBuild = (twin: Twin): boolean => twin.build === undefined;

const noteWrites = (backend: Backend) => {
  const times: number[] = [];
  let leasedMs = Number.NaN;
  const noting = (admin: ClusterPort): ClusterPort => ({
    ...admin,
    write: async (request) => {
      times.push(admin.clock.nowMs());
      return await admin.write(request);
    },
  });
  const lease: Backend["lease"] = async (request) => {
    const slot = await backend.lease(request);
    leasedMs = slot.admin.clock.nowMs();
    return { ...slot, admin: noting(slot.admin) };
  };
  return { backend: { ...backend, lease }, times, leasedMs: () => leasedMs };
};

/** True if an object is there as a twin made it. */
const isThere = async ({ admin, namespace }: Slot, twin: Twin): Promise<boolean> => {
  const name = twin.verb === "create" ? twin.object.metadata.name : twin.name;
  const found = await getObject<KubeObject>(admin, { resource: twin.resource, namespace, name });
  return found !== undefined && (twin.verb === "create" || contains(found, twin.patch));
};

const contains = (found: unknown, wanted: unknown): boolean =>
  typeof wanted === "object" && wanted !== null && !Array.isArray(wanted)
    ? Object.entries(wanted).every(([key, value]) => contains((found as Readonly<Record<string, unknown>> | undefined)?.[key], value))
    : JSON.stringify(found) === JSON.stringify(wanted) || (wanted === null && found === undefined);
