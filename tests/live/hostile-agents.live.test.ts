import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import { createKubernetesPort, type KubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import { playHostile } from "./hostile-actions.ts";
import { POOL_PLACES, type PoolPlace } from "./pool-places.ts";

/** `KUBEDRILL_TEST_EPISODES=200` takes about an hour. */
const EPISODES = Number(process.env["KUBEDRILL_TEST_EPISODES"] ?? 4);
const SEED = process.env["KUBEDRILL_TEST_FIRST_SEED"] ?? `${randomBytes(2).readUInt16BE()}`;
const REQUEST = { app: "small-app", scope: "namespace", rights: "namespace", seed: "1" } as const;
const SLOTS = 2;

describe.each(POOL_PLACES.filter(({ knowsAccounts }) => knowsAccounts))(`hostile agents in $title, seeds from ${SEED}`, (kind) => {
  const { isAbsent } = kind;
  let place: PoolPlace;
  let pool: OpenPool;
  let admin: KubernetesPort;
  const told: string[] = [];

  beforeAll(async () => {
    if (isAbsent) return;
    place = await kind.create();
    const { openPool } = await import("#pool/backends/namespaces/open-pool.ts");
    pool = await openPool({ ...place.options, tell: (event) => void told.push(JSON.stringify(event)) });
    admin = createKubernetesPort({ kubeconfigPath: place.options.kubeconfigPath });
    await pool.backend.provision({ app: "small-app", slots: SLOTS });
  }, 300_000);
  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    await admin?.close();
    await place?.close();
  }, 600_000);

  test.skipIf(isAbsent)(
    "each slot comes back equal to its baseline or is made anew, and nothing is left over",
    async () => {
      let rebuilt = 0;
      const episode = async (seed: string): Promise<void> => {
        const startMs = Date.now();
        const slot = await pool.backend.lease(REQUEST);
        const expected = slot.baseline;
        const rng = createRng(seed);
        const actions = await playHostile({ agent: slot.agent, namespace: slot.namespace, rng }, rng.int(1, 5));
        const playedMs = Date.now() - startMs;
        await recycleSlot(pool.backend, slot, async () => {});
        await pool.settle();
        const isRebuilt = !pool.slots().some(({ id }) => id === slot.id);
        rebuilt += isRebuilt ? 1 : 0;
        if (!isRebuilt) expect(await namesIn(admin, slot.namespace), `seed ${seed}: ${actions}`).toEqual(namesOf(expected.objects));
        const tookMs = Date.now() - startMs - playedMs;
        console.info(`seed ${seed}: ${playedMs} + ${tookMs} ms${isRebuilt ? ", made anew" : ""}: ${actions.join(", ")}`);
      };
      // Each player goes on by himself, as trainers do; none is left playing when the pool is deleted.
      const ends = await Promise.allSettled(
        Array.from({ length: SLOTS }, async (_, player) => {
          for (let i = player; i < EPISODES; i += SLOTS) await episode(`${Number(SEED) + i}`);
        }),
      );
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      expect(pool.slots().map(({ state }) => state)).toEqual(Array.from({ length: SLOTS }, () => "ready"));
      const prefix = place.options.settings?.namePrefix ?? "";
      const namespaces = (await listObjects(admin, { resource: "namespaces" })).map(({ metadata }) => metadata.name);
      expect(namespaces.filter((name) => name.startsWith(prefix)).toSorted()).toEqual(
        [...pool.slots().map(({ id }) => id), place.options.home].toSorted(),
      );
      const accounts = await listObjects(admin, { resource: "serviceaccounts", namespace: place.options.home });
      expect(accounts.map(({ metadata }) => metadata.name)).toEqual(["default"]);
      const wide = (await admin.read({ path: apiPath({ resource: "persistentvolumes" }) })).body as { readonly items: readonly Claimed[] };
      expect(wide.items.filter(({ spec }) => spec?.claimRef?.namespace?.startsWith(prefix) === true)).toEqual([]);
      console.info(
        `${EPISODES} episodes, ${rebuilt} slots made anew`,
        told.filter((line) => line.includes("quarantined")),
      );
    },
    EPISODES * 240_000,
  );
});

interface Claimed {
  readonly spec?: { readonly claimRef?: { readonly namespace?: string } };
}

type Objects = Readonly<Record<string, readonly { readonly metadata: { readonly name: string } }[]>>;

/** Resources whose objects are not named by controllers. */
const NAMED = [
  "configmaps",
  "secrets",
  "services",
  "endpoints",
  "serviceaccounts",
  "persistentvolumeclaims",
  "deployments.apps",
  "resourcequotas",
];

const namesIn = async (admin: KubernetesPort, namespace: string): Promise<readonly string[]> => {
  const lists = await Promise.all(NAMED.map(async (resource) => [resource, await listObjects(admin, { resource, namespace })] as const));
  const pods = (await listObjects(admin, { resource: "pods", namespace })).length;
  return [...namesOf(Object.fromEntries(lists)).filter((name) => !name.startsWith("pods")), `pods: ${pods}`];
};

const namesOf = (objects: Objects): readonly string[] => [
  ...NAMED.flatMap((resource) => (objects[resource] ?? []).map(({ metadata }) => `${resource}/${metadata.name}`)),
  `pods: ${objects["pods"]?.length ?? 0}`,
];
