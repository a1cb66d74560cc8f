import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { openPool } from "#pool/backends/namespaces/open-pool.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import { verifySlot } from "#pool/backends/namespaces/verify-slot.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { POOL_PLACES, type PoolPlace } from "./pool-places.ts";

/** `KUBEDRILL_TEST_KILLS=30` takes some minutes. */
const KILLS = Number(process.env["KUBEDRILL_TEST_KILLS"] ?? 3);
const SEED = process.env["KUBEDRILL_TEST_FIRST_SEED"] ?? `${randomBytes(2).readUInt16BE()}`;
const PLAYER = fileURLToPath(new URL("pool-player.ts", import.meta.url));

describe.each(POOL_PLACES.filter(({ knowsAccounts }) => knowsAccounts))(`a server killed at random in $title, seed ${SEED}`, (kind) => {
  const { isAbsent } = kind;
  let place: PoolPlace;
  let pool: OpenPool | undefined;

  beforeAll(async () => {
    if (!isAbsent) place = await kind.create();
  });
  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    await place?.close();
  }, 600_000);

  test.skipIf(isAbsent)(
    "the next one finds every slot, puts back what was in use, and leaks nothing",
    async () => {
      const { kubeconfigPath, stateDirectory, home, settings } = place.options;
      const prefix = settings?.namePrefix ?? "";
      const rng = createRng(SEED).stream("kills");
      const found: unknown[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const player = spawn(process.execPath, [PLAYER, kubeconfigPath, stateDirectory, prefix, `${SEED} ${kill}`], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        const ended = once(player, "exit");
        // Half of the time from when the pool is open, the others from the very start.
        if (kill % 2 === 0) await Promise.race([once(player.stdout, "data"), ended]);
        await new Promise((resolve) => setTimeout(resolve, rng.int(100, 25_000)));
        player.kill("SIGKILL");
        await ended;
      }
      pool = await openPool({ ...place.options, tell: (event) => void found.push(event) });
      await pool.backend.provision({ app: "small-app", slots: 2 });
      await pool.settle();
      console.info(`${KILLS} kills; the last recovery: ${JSON.stringify(pool.recovery)}`);
      expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready"]);
      const admin = createKubernetesPort({ kubeconfigPath });
      for (const { id } of pool.slots()) {
        const slot = await pool.backend.lease({ app: "small-app", scope: "namespace", rights: "namespace", seed: "1" });
        expect(await verifySlot(admin, slot.baseline), id).toMatchObject({ equal: true, differences: [] });
        await pool.backend.rollback(slot, async () => {});
        expect((await pool.backend.verify(slot)).equal).toBe(true);
        await pool.backend.release(slot);
      }
      const namespaces = (await listObjects(admin, { resource: "namespaces" })).map(({ metadata }) => metadata.name);
      expect(namespaces.filter((name) => name.startsWith(prefix)).toSorted()).toEqual(
        [home, ...pool.slots().map(({ id }) => id)].toSorted(),
      );
      const accounts = (await listObjects(admin, { resource: "serviceaccounts", namespace: home })).map(({ metadata }) => metadata.name);
      expect(accounts).toEqual(["default"]);
      await admin.close();
    },
    KILLS * 60_000 + 300_000,
  );
});
