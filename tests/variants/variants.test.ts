import { beforeAll, describe, expect, test } from "vitest";
import { type LoadedApp, loadApps } from "#env/catalogue/load-apps.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { createSimBackend } from "#pool/backends/sim/sim-backend.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import { sample } from "../sample.ts";

const apps = await loadApps();
// Each is looked at once, so that none is kept.
const backend = createSimBackend({ apps, room: createMemoryRoom(1) });
const lease = (app: LoadedApp, variant: string) =>
  backend.lease({ app: app.record.name, scope: "namespace", rights: "cluster", seed: "1", variant });

describe.each(apps.map((app) => ({ name: app.record.name, app })))("$name", ({ app }) => {
  test("has at least 16 variants, of which a fifth is held out", () => {
    expect(app.variants.length).toBeGreaterThanOrEqual(16);
    expect(app.variants.filter(({ isHeldOut }) => isHeldOut).length / app.variants.length).toBeCloseTo(0.2, 1);
  });

  const ids = app.variants.map(({ id }) => id);

  describe.each(sample(ids, { what: "variants of applications that boot", most: 2, by: app.record.name }))("variant %s", (id) => {
    let slot: Awaited<ReturnType<typeof lease>>;
    beforeAll(async () => {
      slot = await lease(app, id);
    });

    test("boots clean: everything ready, no alert, users served", async () => {
      const { admin, baseline, namespace } = slot;
      const workloads = [
        ...(await listObjects<Workload>(admin, { resource: "deployments.apps", namespace })),
        ...(await listObjects<Workload>(admin, { resource: "statefulsets.apps", namespace })),
      ];
      const unready = workloads.filter(({ spec, status }) => status?.readyReplicas !== (spec.replicas ?? 1));
      expect(unready.map(({ metadata }) => metadata.name)).toEqual([]);
      expect(workloads.length).toBeGreaterThanOrEqual(baseline.app.components.length);
      expect(baseline.alerts).toEqual([]);
      const nowMs = admin.clock.nowMs();
      const { requests, errors } = await slot.traffic(nowMs - 600_000, nowMs);
      expect(requests).toBeGreaterThan(0);
      expect(errors / requests).toBeLessThan(0.001);
      for (const operation of baseline.app.operations) {
        const { held, evidence } = await judgeOperation(admin, { app: baseline.app, namespace }, operation);
        expect(held, evidence).toBe(true);
      }
    });

    test("no object of it says that it is drawn, and it is named in its own words", () => {
      const objects = Object.values(slot.baseline.objects).flat();
      expect(JSON.stringify(objects).replace(FLAG_KEYS, "")).not.toMatch(/variant/i);
      expect(slot.namespace).toBe(app.formOf(id)?.record.namespace);
      expect(slot.namespace).not.toBe(app.record.namespace);
    });
  });
});

test.each(sample(apps, { what: "applications that boot again", most: 1 }).map((app) => [app.record.name, app] as const))(
  "a variant of %s that was dropped boots again to the same state",
  async (_name, app) => {
    const id = app.variants[0]?.id ?? "";
    const digest = await (await lease(app, id)).digest();
    await lease(app, "standard");
    expect(await (await lease(app, id)).digest()).toBe(digest);
  },
);

/** Keys of the files in which flagd keeps its flags. */
const FLAG_KEYS = /\b(?:variants|defaultVariant)\\*"?:/g;
