import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Library, loadLibrary } from "#env/catalogue/library.ts";
import { type LoadedApp, loadApps } from "#env/catalogue/load-apps.ts";
import { undoByMemo } from "#env/loop/undo-faults.ts";
import { openKindPool } from "#pool/backends/kind/open-kind-pool.ts";
import { judgeHost, readHostFacts } from "#pool/backends/kind/preflight.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import type { PoolEvent } from "#pool/backends/namespaces/pool-event.ts";
import { openPoolExpert, type PoolExpert } from "./pool-expert.ts";

const APP = "hotel-reservation";
const { KUBEDRILL_TEST_KIND_ARCHIVE: archive, KUBEDRILL_TEST_KIND_IMAGE: image, KUBEDRILL_TEST_KIND_CONFIG: configPath } = process.env;

/** Reason why no clusters can be created; undefined: they can. */
const findMissing = async (): Promise<string | undefined> => {
  if (archive === undefined) return "KUBEDRILL_TEST_KIND_ARCHIVE names no archive of the images that charts/actor/build-image.ts writes";
  return judgeHost(await readHostFacts(), 2).find(({ state }) => state === "unusable")?.says;
};

const obstacle = await findMissing();

/** Tasks with the faults of wider scope, and one of namespace scope. */
const TASKS = [
  "dns-name-nxdomain?target=service/mongodb-geo",
  "taint-untolerated?target=deployment/search&effect=NoSchedule",
  "kubelet-crash?target=node/worker-1",
  "scale-to-zero?target=deployment/geo",
];

describe.skipIf(obstacle !== undefined)(`two kind clusters as a pool${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`, () => {
  const events: PoolEvent[] = [];
  const stateDirectory = mkdtempSync(join(tmpdir(), "kubedrill-kind-"));
  let library: Library;
  let apps: readonly LoadedApp[];
  let pool: OpenPool;
  let expert: PoolExpert;

  const openPool = (): Promise<OpenPool> =>
    openKindPool({
      kind: { image, configPath, archives: [archive ?? ""], workers: 0 },
      apps,
      stateDirectory,
      undo: undoByMemo(library.injectors),
      tell: (event) => {
        events.push(event);
        console.log(JSON.stringify(event));
      },
    });

  beforeAll(async () => {
    library = await loadLibrary();
    apps = (await loadApps("actor")).filter(({ record }) => record.name === APP);
    pool = await openPool();
    await pool.backend.provision({ app: APP, slots: 2 });
    expert = await openPoolExpert(pool.backend, library, apps);
  }, 1_200_000);

  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  }, 300_000);

  describe.concurrent("what the catalogue has for clusters and hosts, and for namespaces", () => {
    test.each(TASKS)("the expert repairs %s", { timeout: 1_500_000 }, async (name) => {
      const { ending, report } = await expert.play(name);
      expect(ending, JSON.stringify(report.components)).toMatchObject({ endReason: "AGENT_SUBMITTED", success: true });
    });
  });

  test("both clusters come back, and only the one on whose node commands were run is made anew", { timeout: 600_000 }, async () => {
    await expert.idle();
    await pool.settle();
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready"]);
    const quarantined = events.flatMap((event) => (event.kind === "quarantined" ? [event] : []));
    // The one way to repair the kubelet is a command on its node, which may have done anything there.
    expect(quarantined.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^commands were run on node\/\S+$/)]);
    expect(events.flatMap((event) => (event.kind === "replaced" ? [event.slot] : []))).toEqual(quarantined.map(({ slot }) => slot));
  });

  test("one plays while the other is made anew", { timeout: 1_800_000 }, async () => {
    const [first] = pool.slots();
    const rebuilt = pool.backend.rebuild(first?.id ?? "");
    const { ending } = await expert.play("scale-to-zero?target=deployment/rate");
    expect(ending).toMatchObject({ success: true });
    await rebuilt;
    await expert.idle();
    await pool.settle();
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready"]);
    expect(pool.slots().some(({ id }) => id === first?.id)).toBe(false);
  });

  test("the next server finds both clusters again", { timeout: 600_000 }, async () => {
    await pool.close();
    pool = await openPool();
    await pool.settle();
    expect(pool.recovery).toMatchObject({ ready: 2, orphans: 0 });
  });
});
