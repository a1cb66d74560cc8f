import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Library, loadLibrary } from "#env/catalogue/library.ts";
import { type LoadedApp, loadApps } from "#env/catalogue/load-apps.ts";
import { undoByMemo } from "#env/loop/undo-faults.ts";
import { imagesIn } from "#kube/app/chart-image.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import { openPool } from "#pool/backends/namespaces/open-pool.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import type { PoolEvent } from "#pool/backends/namespaces/pool-event.ts";
import { findMissingImage } from "./find-missing-image.ts";
import { openPoolExpert, type PoolExpert } from "./pool-expert.ts";
import { realKubeconfig } from "./real-world.ts";

/** Apps whose programs speak Thrift, HTTP and gRPC, and keep their data in MongoDB, Redis, memcached, PostgreSQL and Kafka, with a task in each. */
const TASKS: Readonly<Record<string, string>> = {
  "social-network": "service-target-port-mismatch?target=service/post-storage-service",
  "astronomy-shop": "service-missing?target=service/valkey-cart",
};
const NAMES = Object.keys(TASKS);
const apps = (await loadApps("actor")).filter(({ record }) => NAMES.includes(record.name));
const appOf = (name: string): LoadedApp => apps.find(({ record }) => record.name === name) as LoadedApp;

/** Requests of users without a failure after which an app counts as healthy: less than one in a hundred fails. */
const REQUESTS = 101;

const kubeconfigPath = realKubeconfig();
const obstacle = await findMissingImage(kubeconfigPath, imagesIn(apps.map(({ manifests }) => manifests)));

describe.skipIf(obstacle !== undefined)(`a pool of more apps${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`, () => {
  const stateDirectory = mkdtempSync(join(tmpdir(), "kubedrill-more-apps-"));
  const home = `more-apps-${randomBytes(2).toString("hex")}`;
  const events: PoolEvent[] = [];
  let library: Library;
  let pool: OpenPool;
  let expert: PoolExpert;

  beforeAll(async () => {
    library = await loadLibrary();
    pool = await openPool({
      kubeconfigPath: kubeconfigPath ?? "",
      stateDirectory,
      home,
      apps,
      settings: { requestsPerSecond: 12 },
      undo: undoByMemo(library.injectors),
      tell: (event) => void events.push(event),
    });
    await Promise.all(NAMES.map((app) => pool.backend.provision({ app, slots: 1 })));
    expert = await openPoolExpert(pool.backend, library, apps, { hasSurroundings: false });
  }, 600_000);

  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  }, 300_000);

  describe.concurrent("an episode in each", () => {
    test.each(NAMES)("%s serves its users, and again once the expert has repaired it", { timeout: 600_000 }, async (name) => {
      const { record: app } = appOf(name);
      await expert.repair(`kubedrill://${name}/${TASKS[name]}`, async ({ slot, faults, judge }) => {
        expect(faults).toHaveLength(1);
        const { admin, namespace } = slot;
        const holds = async (): Promise<boolean> => (await judge.judge()).every(({ held }) => held);
        expect(await admin.clock.until(holds, { timeoutMs: 120_000 }), JSON.stringify(await judge.judge())).toBe(true);
        for (const operation of app.operations) {
          const isAnswered = async (): Promise<boolean> => (await judgeOperation(admin, { app, namespace }, operation)).held;
          expect(await admin.clock.until(isAnswered, { timeoutMs: 60_000 }), operation.name).toBe(true);
        }
        const healedMs = admin.clock.nowMs();
        const counted = () => slot.traffic(healedMs, admin.clock.nowMs());
        expect(await admin.clock.until(async () => (await counted()).requests >= REQUESTS, { timeoutMs: 60_000 })).toBe(true);
        expect((await counted()).errors).toBe(0);
      });
    });
  });

  test("both slots come back to their baselines, and not by being made anew", { timeout: 600_000 }, async () => {
    await expert.idle();
    await pool.settle();
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready"]);
    expect(events.filter(({ kind }) => kind === "quarantined" || kind === "replaced" || kind === "failed")).toEqual([]);
    expect(new Set(events.flatMap((event) => (event.kind === "restored" ? [event.slot] : [])))).toEqual(
      new Set(pool.slots().map(({ id }) => id)),
    );
  });
});
