import { beforeAll, expect, test } from "vitest";
import type { Injector } from "#injectors/injector.ts";
import type { Twin } from "#injectors/twin.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { sample } from "../../tests/sample.ts";
import { loadLibrary } from "../catalogue/library.ts";
import { chooseTwinKinds, chooseTwins } from "./choose-twins.ts";

const DRAWS = 8_000;

let injectors: readonly Injector[];

beforeAll(async () => {
  ({ injectors } = await loadLibrary());
});

const drawn = (faults: readonly string[], from = injectors, draws = DRAWS) =>
  Array.from({ length: draws }, (_, seed) => {
    const { count, kinds } = chooseTwinKinds({ seed: `${seed}`, injectors: from, faults });
    return kinds.slice(0, count);
  });

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
  for (const { id } of sample(injectors, { what: "faults with twins of their own", most: 12 })) {
    const share = drawn([id], injectors, 500).filter((kinds) => kinds.some((kind) => kind.id === id)).length / 500;
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

test("a kind that has nothing to do with an application takes no place of one that has", () => {
  const none = Array.from({ length: 20 }, (_, i) => ({ id: `none ${i}`, twins: () => [] }) as unknown as Injector);
  const some = Array.from({ length: 10 }, (_, i) => {
    const twin: Twin = { verb: "patch", resource: "services", name: `${i}`, patch: {} };
    return { id: `some ${i}`, twins: () => [twin] } as unknown as Injector;
  });
  const baseline = { objects: {}, namespace: "shop" } as unknown as Baseline;
  const counts = Array.from(
    { length: 200 },
    (_, seed) => chooseTwins({ seed: `${seed}`, injectors: [...none, ...some], faults: [], baseline }).length,
  );
  expect(new Set(counts)).toEqual(new Set([0, 2, 3, 4, 5]));
});

test("twins are in the namespace of a slot that shares its cluster with others, since nothing else there is rolled back", () => {
  const made = (resource: string, name: string, namespace?: string): Twin =>
    ({ verb: "create", resource, object: { metadata: { name, ...(namespace !== undefined && { namespace }) } } }) as unknown as Twin;
  const changed = (resource: string, name: string, namespace?: string | null): Twin => ({
    verb: "patch",
    resource,
    name,
    patch: {},
    ...(namespace !== undefined && { namespace }),
  });
  const inside = [made("services", "geo-blue", "shop"), changed("deployments.apps", "geo"), changed("services", "web", "shop")];
  const outside = [
    made("priorityclasses.scheduling.k8s.io", "low"),
    changed("nodes", "n", null),
    changed("configmaps", "coredns", "kube-system"),
  ];
  const twins = (): readonly Twin[] => [...inside, ...outside];
  const alike = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, twins }) as unknown as Injector);
  const seenIn = (extent: Baseline["extent"]): readonly Twin[] => {
    const baseline = { objects: {}, namespace: "shop", extent } as unknown as Baseline;
    return Array.from({ length: 20 }, (_, seed) => chooseTwins({ seed: `${seed}`, injectors: alike, faults: [], baseline })).flat();
  };
  expect(new Set(seenIn("namespace"))).toEqual(new Set(inside));
  expect(new Set(seenIn("cluster"))).toEqual(new Set([...inside, ...outside]));
});
