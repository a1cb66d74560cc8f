import { beforeAll, describe, expect, test } from "vitest";
import { sample as sampled } from "../../tests/sample.ts";
import { type OpenHost, openHost } from "../open/open-host.ts";
import { type Catalogue, createCatalogue } from "./catalogue.ts";
import { KIND_SHARES, LEVEL_WEIGHTS } from "./draw-tree.ts";
import { type LoadedApp, loadApps } from "./load-apps.ts";

const EVERYTHING = { splits: ["train", "eval", "holdout"] };
const DRAWS = 2_000;

let open: OpenHost;
let apps: readonly LoadedApp[];

beforeAll(async () => {
  [open, apps] = await Promise.all([openHost({ variant: "standard" }), loadApps()]);
});

describe("a catalogue with one fault less", () => {
  test("changes few draws, and moves no task to another split", async () => {
    for (const { id } of sampled(open.library.injectors, { what: "faults without which the catalogue is made", most: 6 })) {
      const injectors = open.library.injectors.filter((injector) => injector.id !== id);
      const without = await createCatalogue({ ...open.library, injectors }, apps, open.backend);
      expectSameSplits(without, id);
      const differing = countDiffering(without);
      const n = without.list(EVERYTHING).length;
      // Three standard errors above twice the share of the tasks that differ.
      const bound = (2 * differing) / n;
      expect(changedShare(without, "UNIFORM"), `${id}, ${differing} tasks`).toBeLessThanOrEqual(bound + 3 * Math.sqrt(bound / DRAWS));
    }
  });

  test("keeps the order of the tasks that are left", async () => {
    const injectors = open.library.injectors.slice(1);
    const without = await createCatalogue({ ...open.library, injectors }, apps, open.backend);
    const left = new Set(without.list(EVERYTHING).map(({ uri }) => uri));
    const n = open.catalogue.list(EVERYTHING).length;
    const pass = (catalogue: Catalogue, count: number) => drawnUris(catalogue, "SHUFFLED", count);
    const before = pass(open.catalogue, n).filter((uri) => left.has(uri));
    expect(pass(without, left.size).filter((uri) => before.includes(uri))).toEqual(before);
  });
});

test("a changed chart changes digests of tasks, but no split and no draw", async () => {
  const changed = apps.map((app) => ({ ...app, digest: `${app.digest}0` as typeof app.digest }));
  const catalogue = await createCatalogue(open.library, changed, open.backend);
  expect(catalogue.digest).not.toBe(open.catalogue.digest);
  expectSameSplits(catalogue, "chart");
  for (const kind of ["BALANCED", "UNIFORM", "SHUFFLED"] as const) expect(changedShare(catalogue, kind)).toBe(0);
});

test("a cursor of another catalogue is refused, since its position would mean another task", async () => {
  const changed = apps.map((app) => ({ ...app, digest: `${app.digest}0` as typeof app.digest }));
  const catalogue = await createCatalogue(open.library, changed, open.backend);
  const { cursor } = sample(open.catalogue, "UNIFORM", 1);
  const draw = (text: string) => () =>
    catalogue.sample({ filter: {}, kind: "UNIFORM", seed: "1", n: 1, repeats: 1, weights: {}, cursor: text });
  expect(draw(cursor)).toThrow(/of a catalogue with other tasks; begin anew/);
  expect(draw("7")).toThrow(/send back the cursor of a former reply/);
});

test("well over half of the tasks are for training", () => {
  const tasks = open.catalogue.list(EVERYTHING);
  expect(tasks.filter(({ split }) => split === "train").length / tasks.length).toBeGreaterThanOrEqual(0.55);
});

test("balanced draws give each kind of task its declared share, and each family of faults one by its levels of difficulty", () => {
  const draws = sample(open.catalogue, "BALANCED", 10_000).draws.map(({ taskUri }) => open.catalogue.resolve(taskUri).tags);
  for (const [kind, share] of Object.entries(KIND_SHARES).filter(([name]) => name !== "visible"))
    expect(draws.filter((tags) => tags.includes(kind)).length / draws.length, kind).toBeCloseTo(share / 100, 1);
  const single = draws.filter((tags) => tags.includes("single-fault") && tags.includes("visible"));
  const counts = Map.groupBy(single, (tags) => tags.find((tag) => tag.startsWith("family:")));
  const tasks = open.catalogue
    .list(EVERYTHING)
    .filter(({ tags }) => tags.includes("single-fault") && tags.includes("visible") && !tags.includes("healthy"));
  const families = [...Map.groupBy(tasks, ({ tags }) => tags.find((tag) => tag.startsWith("family:")))].map(([family, own]) => ({
    family,
    weight: own.reduce((sum, { difficulty }) => sum + (LEVEL_WEIGHTS[difficulty] as number), 0) / own.length,
  }));
  const total = families.reduce((sum, { weight }) => sum + weight, 0);
  for (const { family, weight } of families) {
    const expected = (single.length * weight) / total;
    expect(Math.abs((counts.get(family)?.length ?? 0) - expected), family).toBeLessThan(deviationOf(expected));
  }
});

/** Deviation of a count from what is expected that one count in a thousand million exceeds (Bernstein's bound). */
const deviationOf = (expected: number): number => {
  const third = Math.log(1e9) / 3;
  return third + Math.sqrt(third ** 2 + 6 * third * expected);
};

test("the probability of a draw is its share of many draws", () => {
  const { draws } = sample(open.catalogue, "WEIGHTED", 20_000);
  const counts = Map.groupBy(draws, ({ taskUri }) => taskUri);
  for (const [uri, drawn] of counts) {
    const expected = (drawn[0]?.probability ?? 0) * draws.length;
    expect(Math.abs(drawn.length - expected), uri).toBeLessThan(deviationOf(expected));
  }
});

const sample = (catalogue: Catalogue, kind: "BALANCED" | "UNIFORM" | "SHUFFLED" | "WEIGHTED", n: number) =>
  catalogue.sample({ filter: EVERYTHING, kind, seed: "11", n, repeats: 1, weights: { latent: 3, "multi-fault": 0.5 } });

const drawnUris = (catalogue: Catalogue, kind: "BALANCED" | "UNIFORM" | "SHUFFLED", n: number): readonly string[] =>
  sample(catalogue, kind, n).draws.map(({ taskUri }) => taskUri);

const changedShare = (catalogue: Catalogue, kind: "BALANCED" | "UNIFORM" | "SHUFFLED"): number => {
  const after = drawnUris(catalogue, kind, DRAWS);
  return drawnUris(open.catalogue, kind, DRAWS).filter((uri, i) => uri !== after[i]).length / DRAWS;
};

const countDiffering = (catalogue: Catalogue): number => {
  const urisOf = (one: Catalogue) => new Set(one.list(EVERYTHING).map(({ uri }) => uri));
  const [before, after] = [urisOf(open.catalogue), urisOf(catalogue)];
  return [...before].filter((uri) => !after.has(uri)).length + [...after].filter((uri) => !before.has(uri)).length;
};

const expectSameSplits = (catalogue: Catalogue, what: string): void => {
  const splits = new Map(open.catalogue.list(EVERYTHING).map(({ uri, split }) => [uri, split]));
  for (const { uri, split } of catalogue.list(EVERYTHING)) expect(splits.get(uri) ?? split, `${what}: ${uri}`).toBe(split);
};
