import { describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { DatedWrite, OrdinaryWrite } from "./ordinary-write.ts";
import { planSurroundings, type Surroundings } from "./plan-surroundings.ts";

const deployment = (name: string): KubeObject =>
  ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: "shop" },
    spec: { replicas: 1, strategy: DEFAULT_STRATEGY, template: { spec: { containers: [{ name }] } } },
  }) as KubeObject;

/** Strategy that an API server writes where there is none. */
const DEFAULT_STRATEGY = { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } };

const BASELINE: Baseline = {
  app: {
    name: "shop",
    title: "Shop",
    namespace: "shop",
    components: [],
    operations: [],
    labelKey: "app",
    load: { rps: 1, service: "web", port: 80, program: "/web" },
  },
  namespace: "shop",
  takenAtMs: 0,
  objects: { "deployments.apps": ["cart", "mail", "search", "stock", "web"].map(deployment) },
  alerts: [],
  stores: {},
};

const plan = (seed: number, latestMs = Number.POSITIVE_INFINITY, isEarly = false, changed?: ReadonlySet<string>, baseline = BASELINE) =>
  planSurroundings({
    baseline,
    nowMs: 0,
    latestMs,
    spared: new Set(["cart", "mail"]),
    written: new Set(["deployment/cart"]),
    isEarly,
    ...(changed && { changed }),
    rng: createRng(`${seed}`),
  });

const isRestart = (write: OrdinaryWrite): boolean => write.verb === "patch" && JSON.stringify(write.patch).includes("restartedAt");

const isEdit = (write: OrdinaryWrite): boolean =>
  write.verb === "patch" && write.patchType === "merge" && JSON.stringify(write.patch).includes("progressDeadlineSeconds");

/** Edits around an injection that is over at once. */
const editsOf = ({ before, injectAtMs, beside, after }: Surroundings) =>
  [...before, ...beside, ...after(injectAtMs)].filter(({ write }) => isEdit(write));

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

const MANY_SEEDS = Array.from({ length: 600 }, (_, seed) => seed);

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

test("others write before the injection's time and until the episode's start, in the last seconds too", () => {
  for (const seed of SEEDS) {
    const { before, injectAtMs, latenessMs, after } = plan(seed);
    for (const { atMs } of before) expect(atMs).toBeLessThanOrEqual(injectAtMs);
    const times = after(injectAtMs).map(({ atMs }) => atMs - injectAtMs);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...times)).toBeLessThanOrEqual(latenessMs);
    expect(Math.max(...times)).toBeGreaterThanOrEqual(latenessMs - 20_000);
  }
});

test("what takes its old pods away before new ones are ready is not rolled, since users would notice", () => {
  const away = { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } };
  const hasty = (BASELINE.objects["deployments.apps"] as readonly KubeObject[]).map((object) => {
    const { spec } = object as KubeObject & { readonly spec: object };
    return { ...object, spec: { ...spec, strategy: away } } as KubeObject;
  });
  for (const seed of SEEDS) {
    const { before, beside, injectAtMs, after } = plan(seed, Number.POSITIVE_INFINITY, false, undefined, {
      ...BASELINE,
      objects: { "deployments.apps": hasty },
    });
    expect([...before, ...beside, ...after(injectAtMs)].filter(({ write }) => isRestart(write))).toEqual([]);
  }
});

test("at most one workload is rolled, nearly always one is, and never one that is spared", () => {
  const rolled = SEEDS.flatMap((seed) =>
    plan(seed)
      .after(0)
      .filter(({ write }) => isRestart(write))
      .map(({ write }) => write),
  );
  expect(rolled.length).toBeGreaterThan(SEEDS.length / 2);
  expect(rolled.length).toBeLessThanOrEqual(SEEDS.length);
  for (const write of rolled) expect(["search", "stock", "web"]).toContain("name" in write ? write.name : "");
});

test("the episode starts no later than the fault allows", () => {
  for (const seed of SEEDS) expect(plan(seed, 150_000).latenessMs).toBeLessThanOrEqual(150_000);
});

test("each object is written once but for stamps, at any time around the injection, and those that a fault writes are left to it", () => {
  const early = new Set<boolean>();
  for (const seed of SEEDS) {
    const surroundings = plan(seed);
    const edits = editsOf(surroundings);
    expect(edits.map(({ write }) => ("name" in write ? write.name : "")).sort()).toEqual(["mail", "search", "stock", "web"]);
    for (const { atMs } of edits) early.add(atMs < surroundings.injectAtMs);
  }
  expect(early).toEqual(new Set([true, false]));
});

test("an early start comes within a minute, with a fault's object anywhere among the written ones, too", () => {
  const ranks = MANY_SEEDS.map((seed) => {
    const surroundings = plan(seed, Number.POSITIVE_INFINITY, true);
    const { injectAtMs, latenessMs, after } = surroundings;
    expect(latenessMs).toBeLessThanOrEqual(65_000);
    for (const { atMs } of after(injectAtMs)) expect(atMs).toBeLessThanOrEqual(injectAtMs + latenessMs);
    return surroundings.before.filter(({ write }) => isEdit(write)).length / editsOf(surroundings).length;
  });
  expect(Math.abs(meanOf(ranks) - 0.5)).toBeLessThan(3 * (0.5 / Math.sqrt(ranks.length)));
});

test("an object that a fault writes is written before its peers as often as after them", () => {
  const ranks = MANY_SEEDS.map((seed) => {
    const surroundings = plan(seed);
    return surroundings.before.filter(({ write }) => isEdit(write)).length / editsOf(surroundings).length;
  });
  // Each rank is at most 0.5 from the mean.
  expect(Math.abs(meanOf(ranks) - 0.5)).toBeLessThan(3 * (0.5 / Math.sqrt(ranks.length)));
});

test("others are written in the instant of a fault as often as in that of any other write", () => {
  const differences = MANY_SEEDS.map((seed) => {
    const surroundings = plan(seed);
    const times = [surroundings.injectAtMs, ...editsOf(surroundings).map(({ atMs }) => atMs)];
    const [besideFault = 0, ...besideOthers] = times.map((atMs) => times.filter((other) => other === atMs).length - 1);
    return besideFault - meanOf(besideOthers);
  });
  const deviation = Math.sqrt(meanOf(differences.map((difference) => difference ** 2)));
  expect(Math.abs(meanOf(differences))).toBeLessThan(3 * (deviation / Math.sqrt(differences.length)));
});

test("all workloads are stamped near the end, those with a fault too, and are left as many revisions as they had", () => {
  for (const seed of SEEDS) {
    const { injectAtMs, latenessMs, after } = plan(seed);
    const writes = after(injectAtMs);
    const stamps = writes.filter(({ write }) => JSON.stringify(write).includes("synced-revision"));
    const names = new Set(stamps.map(({ write }) => ("name" in write ? write.name : "")));
    expect([...names].sort()).toEqual(["cart", "mail", "search", "stock", "web"]);
    expect(Math.max(...stamps.map(({ atMs }) => atMs - injectAtMs))).toBeGreaterThan(latenessMs - 60_000);
    expect(writes.some(({ write }) => write.verb === "trim-histories")).toBe(true);
  }
});

test("an injection that ends between two seconds, and a start as early as can be, leave time for edits", () => {
  for (const seed of SEEDS) expect(() => plan(seed, 120_000).after(885_501)).not.toThrow();
});

describe("where others work in the last minutes", () => {
  const lively = (seed: number, isEarly: boolean) => plan(seed, Number.POSITIVE_INFINITY, isEarly, new Set(["web"]));
  const writesOf = ({ before, injectAtMs, after }: Surroundings) => [...before, ...after(injectAtMs)];
  const workOf = (surroundings: Surroundings) =>
    writesOf(surroundings).filter(
      ({ write }) =>
        write.verb === "patch" && write.patchType === "strategic" && !/revisionHistory|progressDeadline/.test(JSON.stringify(write)),
    );

  const deletionsOf = (surroundings: Surroundings) => writesOf(surroundings).filter(({ write }) => write.verb === "replace-pod");
  const workedOn = ({ write }: DatedWrite) => ("target" in write ? write.target.split("/")[1] : "name" in write ? write.name : "");

  test("several workloads are rolled out or scaled, or lose a pod, and changed ones restarted at most", () => {
    const kinds = new Set<string>();
    for (const seed of MANY_SEEDS) {
      const surroundings = lively(seed, seed % 3 === 0);
      const work = workOf(surroundings);
      const lately = [...work, ...deletionsOf(surroundings)];
      expect(new Set(lately.map(workedOn)).size).toBeGreaterThanOrEqual(2);
      for (const { write } of work) {
        if (write.verb !== "patch") continue;
        if (write.name === "web") expect(isRestart(write)).toBe(true);
        kinds.add(write.manager);
      }
    }
    expect(kinds.size).toBeGreaterThan(2);
  });

  test("one that a fault writes is worked on before it now and then, and has settled", () => {
    const runs = MANY_SEEDS.map((seed) => {
      const surroundings = lively(seed, false);
      return { surroundings, onFault: workOf(surroundings).filter(({ write }) => "name" in write && write.name === "cart") };
    });
    const worked = runs.filter(({ onFault }) => onFault.length > 0);
    expect(worked.length / runs.length).toBeGreaterThan(0.1);
    expect(worked.length / runs.length).toBeLessThan(0.4);
    for (const { surroundings, onFault } of worked)
      expect(Math.max(...onFault.map(({ atMs }) => atMs - surroundings.injectAtMs))).toBeLessThanOrEqual(-50_000);
  });

  test("those that must be spared are worked on too, and have settled when the fault comes", () => {
    const ends = MANY_SEEDS.flatMap((seed) => {
      const surroundings = lively(seed, false);
      return workOf(surroundings).flatMap(({ atMs, write }) =>
        "name" in write && write.name === "mail" ? [atMs - surroundings.injectAtMs] : [],
      );
    });
    expect(ends.length).toBeGreaterThan(MANY_SEEDS.length / 10);
    expect(Math.max(...ends)).toBeLessThanOrEqual(-12_000);
  });

  test("those whose old pods end first are worked on too, but not badly", () => {
    const hasty = BASELINE.objects["deployments.apps"]?.map((object) => ({
      ...object,
      spec: { ...(object as { readonly spec?: object }).spec, strategy: { type: "Recreate" } },
    }));
    const baseline = { ...BASELINE, objects: { "deployments.apps": hasty ?? [] } };
    for (const seed of SEEDS) {
      const work = workOf(plan(seed, Number.POSITIVE_INFINITY, false, new Set(), baseline));
      expect(work).not.toEqual([]);
      for (const { write } of work) expect(JSON.stringify(write)).toMatch(/restartedAt|"replicas":/);
    }
  });

  test("each ends before the start, with what the workload ran before and at least as many replicas", () => {
    for (const seed of MANY_SEEDS) {
      const surroundings = lively(seed, seed % 3 === 0);
      const { injectAtMs, latenessMs } = surroundings;
      for (const [, writes] of Map.groupBy(workOf(surroundings), ({ write }) => ("name" in write ? write.name : ""))) {
        const last = writes.sort((a, b) => a.atMs - b.atMs).at(-1);
        expect(last?.atMs).toBeLessThanOrEqual(injectAtMs + latenessMs - 12_000);
        const text = JSON.stringify(last?.write);
        expect(/restartedAt|"replicas":[12]|"nodeSelector":null|"memory":null|"image"|"command"|"path"/.test(text)).toBe(true);
      }
    }
  });

  test("the fault's pods are the youngest now and then, and mostly not", () => {
    const isLast = MANY_SEEDS.map((seed) => {
      const surroundings = lively(seed, false);
      return workOf(surroundings).every(({ atMs }) => atMs <= surroundings.injectAtMs);
    });
    const share = isLast.filter(Boolean).length / isLast.length;
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.25);
  });
});
