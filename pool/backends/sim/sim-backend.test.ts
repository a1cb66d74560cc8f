import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { defineFixture, type Fixture } from "#kube/app/fixtures/fixture.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { getObject } from "#kube/verbs/get.ts";
import type { WorldImage } from "#sim/kernel/world.ts";
import { createMemoryRoom } from "../../memory/memory-room.ts";
import { createSimBackend } from "./sim-backend.ts";

const apps = await loadApps();
const [name = "", other = ""] = apps.map(({ record }) => record.name);
const leaseOf = (backend: ReturnType<typeof createSimBackend>) => async (app: string) =>
  await backend.lease({ app, scope: "namespace", rights: "cluster", seed: "1" });

test("a baseline that a slot is a fork of is not booted again, however many others were since", async () => {
  const lease = leaseOf(createSimBackend({ apps, room: createMemoryRoom(1), hasPast: false }));
  const slot = await lease(name);
  expect((await lease(other)).baseline).not.toBe(slot.baseline);
  const again = await lease(name);
  expect(again.baseline).toBe(slot.baseline);
  expect(await again.digest()).toBe(await slot.digest());
});

/** A fixture of one ConfigMap, with what is written in it. */
const notes = (id: string, text: string | undefined): Fixture =>
  defineFixture({
    id,
    version: 1,
    scope: "namespace",
    needs: [],
    objects: async (_view, { namespace }) =>
      text === undefined
        ? []
        : [
            { apiVersion: "v1", kind: "ConfigMap", metadata: { name: id, namespace }, data: { text } } as KubeObject & {
              readonly data: unknown;
            },
          ],
  });

const request = { app: name, scope: "namespace", rights: "cluster", seed: "1" } as const;
const isThere = async ({ admin, namespace }: Awaited<ReturnType<ReturnType<typeof leaseOf>>>, id: string): Promise<boolean> =>
  (await getObject(admin, { resource: "configmaps", namespace, name: id })) !== undefined;

test("a slot has the fixtures that are asked for in its baseline, and others do not", async () => {
  const backend = createSimBackend({ apps, hasPast: false });
  const slot = await backend.lease({ ...request, fixtures: [notes("b", "1"), notes("a", "1")] });
  expect(slot.fixtures).toEqual(["a", "b"]);
  for (const id of ["a", "b"]) {
    expect(await isThere(slot, id)).toBe(true);
    expect(slot.baseline.objects["configmaps"]?.some(({ metadata }) => metadata.name === id)).toBe(true);
  }
  const bare = await backend.lease(request);
  expect([bare.fixtures, await isThere(bare, "a")]).toEqual([[], false]);
  const again = await backend.lease({ ...request, fixtures: [notes("a", "1"), notes("b", "1")] });
  expect([again.baseline, await again.digest()]).toEqual([slot.baseline, await slot.digest()]);
});

test("furniture comes by the order of choice, of what has objects there, and a wish without any is the bare slot", async () => {
  const backend = createSimBackend({ apps, hasPast: false });
  const fixturesOf = async (...furniture: readonly Fixture[]) => (await backend.lease({ ...request, furniture })).fixtures;
  expect(await fixturesOf(notes("z", undefined), notes("b", "1"), notes("a", "1"))).toEqual(["b"]);
  const without = await backend.lease({ ...request, fixtures: [notes("z", undefined)], furniture: [notes("y", undefined)] });
  expect(without.baseline).toBe((await backend.lease(request)).baseline);
  const own = await backend.lease({ ...request, fixtures: [notes("a", "1")], furniture: [notes("a", "1"), notes("b", "1")] });
  expect(own.fixtures).toEqual(["a"]);
});

test("a kept world of fixtures is read where its objects are the same, and plays alike", async () => {
  const kept = new Map<string, WorldImage>();
  const read: string[] = [];
  const worlds = {
    read: (key: string) => {
      if (kept.has(key)) read.push(key);
      return structuredClone(kept.get(key));
    },
    write: (key: string, image: WorldImage) => void kept.set(key, structuredClone(image)),
  };
  const digestAfter = async (text: string): Promise<string> => {
    const slot = await createSimBackend({ apps, worlds }).lease({ ...request, fixtures: [notes("a", text)] });
    await slot.admin.clock.sleep(300_000);
    return await slot.digest();
  };
  const made = await digestAfter("1");
  const names = [...kept.keys()];
  expect(names).toHaveLength(2);
  expect(read).toEqual([]);
  expect(await digestAfter("1")).toBe(made);
  expect(read.sort()).toEqual(names.sort());
  expect(await digestAfter("2")).not.toBe(made);
  expect(kept.size).toBe(3);
});
