import { describe, expect, test } from "vitest";
import { loadLibrary } from "#env/catalogue/library.ts";
import { type CycleWorld, findTarget, playCycle, waysOf } from "../contract/injector-cycle.ts";
import { WORLDS } from "./worlds.ts";

/** Faults of namespace scope, each with targets in the small app. */
const CASES: readonly (readonly [fault: string, targets: readonly string[]])[] = [
  ["scale-to-zero", ["deployment/web"]],
  ["service-selector-mismatch", ["service/api"]],
  ["image-reference-nonexistent", ["deployment/api"]],
  ["configmap-missing", ["configmap/web-page", "configmap/api-settings"]],
  ["sidecar-port-conflict", ["deployment/api"]],
];

/** The cycle that qualifies faults, the same in both worlds; on a real cluster at once in namespaces of their own, since most of it is waiting. */
describe.each(WORLDS)("faults in $title", ({ isAbsent, open }) => {
  test.skipIf(isAbsent).concurrent.each(CASES)("%s shows, is repaired and rolled back", { timeout: 600_000 }, async (fault, targets) => {
    const { injectors, tools } = await loadLibrary();
    const injector = injectors.find(({ id }) => id === fault);
    if (injector === undefined) throw new Error(`there is no ${fault}`);
    const { admin, agent, app, namespace, baseline, close } = await open();
    const world: CycleWorld = { admin, agent, place: { app, namespace }, baseline, tools, timeoutMs: 240_000 };
    try {
      for (const resource of targets) {
        const target = await findTarget(world, injector, resource);
        const ways = waysOf(world, injector, target, "3");
        expect(ways).toBeGreaterThan(0);
        for (let way = 0; way < ways; way++) await playCycle(world, injector, target, "3", way);
      }
    } finally {
      await close();
    }
  });
});
