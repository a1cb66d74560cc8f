import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Baseline } from "#kube/app/baseline.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { dataOf, factsOf, listChangedStores, readStores } from "#pool/baseline/read-stores.ts";
import { reseedStores } from "#pool/baseline/reseed-stores.ts";
import { HOTEL_WORLDS, type HotelWorld } from "./hotel-worlds.ts";

const LONG = 400_000;

describe.each(HOTEL_WORLDS)("stores in $title", ({ isAbsent, open }) => {
  let world: HotelWorld;
  let baseline: Baseline;

  beforeAll(async () => {
    if (isAbsent) return;
    world = await open();
    const states = await readStores(world.admin, world);
    baseline = { ...world.baseline, stores: dataOf(states), storeFacts: factsOf(states) };
  }, 700_000);
  afterAll(() => world?.close(), 60_000);

  const changed = async () => listChangedStores(baseline, await readStores(world.admin, world, baseline.storeFacts));
  const evaluate = async (store: string, script: string) => {
    const { admin, namespace } = world;
    const workload = await readWorkload(admin, namespace, `deployment/${store}`);
    const pod = workload && (await podsOf(admin, workload)).find(isPodReady);
    const administrator = /geo|rate/.test(store) ? ["-u", "root", "-p", "root"] : [];
    const command = ["mongo", "admin", ...administrator, "--quiet", "--eval", script];
    expect(await admin.exec({ namespace, pod: pod?.metadata.name ?? "", command })).toMatchObject({ exitCode: 0 });
  };

  test.skipIf(isAbsent)("every store tells what it holds, and the same again", async () => {
    const names = world.app.components.flatMap(({ role, name }) => (role === "store" ? [name] : []));
    expect(Object.keys(baseline.stores).toSorted()).toEqual(names.toSorted());
    expect(new Set(Object.values(baseline.stores)).size).toBe(names.length);
    expect(baseline.storeFacts?.["mongodb-geo"]?.databases).toEqual(["geo-db"]);
    expect(await changed()).toEqual([]);
  });

  test.skipIf(isAbsent)(
    "lost documents, another user and another password show, and new volumes bring back what was there",
    async () => {
      await evaluate("mongodb-profile", 'db.getSiblingDB("profile-db").hotels.remove({id: "7"})');
      await evaluate("mongodb-rate", 'db.createUser({user: "guest", pwd: "guest", roles: [{role: "root", db: "admin"}]})');
      await evaluate(
        "mongodb-geo",
        'db.dropUser("admin"); db.createUser({user: "admin", pwd: "x", roles: [{role: "readWrite", db: "geo-db"}]})',
      );
      expect(await changed()).toEqual(["mongodb-geo", "mongodb-profile", "mongodb-rate"]);
      await reseedStores(world.admin, baseline, await changed());
      expect(await changed()).toEqual([]);
      const data = dataOf(await readStores(world.admin, world, baseline.storeFacts));
      expect(data).toEqual(baseline.stores);
    },
    LONG,
  );
});
