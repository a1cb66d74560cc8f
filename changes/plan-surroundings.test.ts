import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { OrdinaryWrite } from "./ordinary-write.ts";
import { planSurroundings } from "./plan-surroundings.ts";

const deployment = (name: string): KubeObject =>
  ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: "shop" },
    spec: { replicas: 1, template: { spec: { containers: [{ name }] } } },
  }) as KubeObject;

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

const plan = (seed: number, latestMs = Number.POSITIVE_INFINITY) =>
  planSurroundings({ baseline: BASELINE, nowMs: 0, latestMs, spared: new Set(["cart", "mail"]), rng: createRng(`${seed}`) });

const isRestart = (write: OrdinaryWrite): boolean => write.verb === "patch" && JSON.stringify(write.patch).includes("restartedAt");

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

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
