import { beforeAll, expect, test } from "vitest";
import type { Injector } from "#injectors/injector.ts";
import { loadLibrary } from "../catalogue/library.ts";
import { chooseTwinKinds } from "./choose-twins.ts";

const DRAWS = 8_000;

let injectors: readonly Injector[];

beforeAll(async () => {
  ({ injectors } = await loadLibrary());
});

const drawn = (faults: readonly string[], from = injectors) =>
  Array.from({ length: DRAWS }, (_, seed) => chooseTwinKinds({ seed: `${seed}`, injectors: from, faults }));

test("most draws have twins, of two to five kinds, and every kind comes", () => {
  const draws = drawn([]);
  const counts = draws.map(({ length }) => length);
  expect(counts.filter((count) => count > 0).length / DRAWS).toBeGreaterThan(0.85);
  expect(new Set(counts)).toEqual(new Set([0, 2, 3, 4, 5]));
  const each = counts.reduce((sum, count) => sum + count, 0) / injectors.length;
  // Four standard deviations below the mean, by which none of some hundred kinds falls by chance.
  const least = each - 4 * Math.sqrt(each);
  for (const { id } of injectors) expect(draws.filter((kinds) => kinds.some((kind) => kind.id === id)).length, id).toBeGreaterThan(least);
});

test("a fault's own twins come into most of its episodes, and not into all", () => {
  for (const { id } of injectors) {
    const share = drawn([id]).filter((kinds) => kinds.some((kind) => kind.id === id)).length / DRAWS;
    expect(share, id).toBeGreaterThan(0.7);
    expect(share, id).toBeLessThan(1);
  }
});

test("one kind more changes the draws that it comes into, and no other", () => {
  const [more] = injectors;
  const before = drawn(
    [],
    injectors.filter(({ id }) => id !== more?.id),
  );
  const changed = drawn([]).filter((kinds, i) => !kinds.some(({ id }) => id === more?.id) && idsOf(kinds) !== idsOf(before[i] ?? []));
  expect(changed).toEqual([]);
});

const idsOf = (kinds: readonly Injector[]): string => kinds.map(({ id }) => id).join();
