import { digestJson, shortDigest } from "#core/digest.ts";
import { keepFor } from "#core/keep-for.ts";
import { createRng } from "#core/rng.ts";
import { type FittedFixture, type Fixture, type FixtureWish, fitFixtures } from "#kube/app/fixtures/fixture.ts";
import { putFixtures } from "#kube/app/fixtures/put-fixtures.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { storeDigest } from "#sim/apiserver/store/store-digest.ts";
import { restoreFork } from "#sim/restore-world.ts";
import { createSimPort } from "#sim/sim-port.ts";
import { nativeHash } from "../../native-digest.ts";
import { createWorkMeter, type TakeTurns } from "./create-work-meter.ts";
import { type BootedBaseline, BYTES_PER_CHANGE, BYTES_PER_CHANGE_READ, type NewBaseline } from "./kept-baselines.ts";
import { recordSimBaseline } from "./record-sim-baseline.ts";
import type { KeptWorlds } from "./sim-backend.ts";
import { ADMIN } from "./sim-slot.ts";

/** Fixtures that fit into a baseline. */
export interface Furnishing {
  readonly fitted: readonly FittedFixture[];
  /** Digest of their ids, versions and objects. */
  readonly digest: string;
}

/** Chooses the fixtures for a baseline by a wish; undefined: none has anything there. */
export const fitBaseline = async (bare: BootedBaseline, wish: FixtureWish): Promise<Furnishing | undefined> => {
  const fitted = await fitFixtures(wish, (fixture) => objectsIn(bare, fixture));
  if (fitted.length === 0) return undefined;
  return { fitted, digest: shortDigest(digestJson(fitted.map(({ fixture: { id, version }, objects }) => [id, version, objects]))) };
};

/** Objects of a fixture in a baseline, asked for once. */
const objectsIn = (bare: BootedBaseline, fixture: Fixture): Promise<readonly KubeObject[]> => {
  const kept = objectsByFixture(bare.baseline);
  const objects = kept.get(fixture) ?? fixture.objects(createSimPort(bare.world, ADMIN), bare.baseline);
  kept.set(fixture, objects);
  return objects;
};

const objectsByFixture = keepFor((_: BootedBaseline["baseline"]) => new Map<Fixture, Promise<readonly KubeObject[]>>());

/** Facts and memories for putting fixtures into a baseline. */
export interface FurnishOptions {
  /** Name in the memory of worlds, which says the application, its variant and the fixtures. */
  readonly name: string;
  readonly takeTurns: TakeTurns | undefined;
  readonly worlds: KeptWorlds | undefined;
}

/**
 * Makes a baseline with fixtures of one without them: a fork in which the objects are created and have been there for some minutes.
 *
 * Its memory on disk tells the difference to the bare one.
 */
export const furnishBaseline = async (
  bare: BootedBaseline,
  { fitted }: Furnishing,
  { name, takeTurns, worlds }: FurnishOptions,
): Promise<NewBaseline> => {
  const { app, namespace } = bare.baseline;
  const kept = worlds?.read(name);
  const world = kept === undefined ? bare.world.fork(`fixtures ${name}`) : restoreFork(bare.world, kept);
  if (kept === undefined) {
    const cluster = createSimPort(world, ADMIN, createWorkMeter(takeTurns));
    await putFixtures(cluster, fitted, { namespace, timeoutMs: SETTLE_MS });
    await cluster.clock.sleep(
      createRng(world.seed)
        .stream("age")
        .int(...AGE_S) * 1000,
    );
    worlds?.write(name, world.image(bare.world));
  }
  storeDigest(world, nativeHash);
  const changes = world.revision() - bare.world.revision();
  const bytes = BYTES_LEAST + changes * (kept === undefined ? BYTES_PER_CHANGE : BYTES_PER_CHANGE_READ);
  return { world, baseline: recordSimBaseline(world, app), fixtures: fitted.map(({ fixture }) => fixture.id), bare, bytes };
};

/** Virtual time in which fixtures settle, ms. */
const SETTLE_MS = 600_000;

/** Time for which fixtures have been there when episodes begin, after they settled, s. */
const AGE_S = [120, 420] as const;

/** Memory of what is always derived from a state of its own, bytes. */
const BYTES_LEAST = 900_000;
