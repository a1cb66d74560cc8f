import { expect, test } from "vitest";
import { defineFixture } from "#kube/app/fixtures/fixture.ts";
import { chooseFurniture } from "./choose-furniture.ts";

const fixture = (id: string, scope: "namespace" | "cluster" = "namespace", needs: readonly string[] = []) =>
  defineFixture({ id, version: 1, scope, needs, objects: async () => [] });

const FIXTURES = [fixture("a"), fixture("b"), fixture("classes", "cluster"), fixture("measured", "namespace", ["metrics"])];
const SIM = ["exclusive-cluster", "fork", "metrics"];
const DRAWS = 2_000;

type Wish = Partial<Omit<Parameters<typeof chooseFurniture>[0], "seed" | "backend">> & { readonly capabilities?: readonly string[] };

const drawn = ({ task = { twins: undefined, rights: "cluster", faults: [] }, fixtures = FIXTURES, capabilities = SIM }: Wish = {}) =>
  Array.from({ length: DRAWS }, (_, seed) =>
    chooseFurniture({ task, seed: `${seed}`, fixtures, backend: { capabilities } }).map(({ id }) => id),
  );

test("a third of the episodes have one, and each comes first as often as the others", () => {
  const draws = drawn();
  expect(draws.filter(({ length }) => length > 0).length / DRAWS).toBeCloseTo(1 / 3, 1);
  for (const { id } of FIXTURES) expect(draws.filter(([first]) => first === id).length / DRAWS, id).toBeCloseTo(1 / 12, 1);
});

test("one more changes the draws in which it comes first, and no other", () => {
  const before = drawn({ fixtures: FIXTURES.slice(1) });
  drawn().forEach(([first], i) => {
    if (first !== "a") expect(first).toBe(before[i]?.[0]);
  });
});

test("those that a slot cannot have, or an agent with rights in its namespace cannot see, are left out", () => {
  const ids = (wish: Wish) => [...new Set(drawn(wish).flat())].sort();
  expect(ids({})).toEqual(["a", "b", "classes", "measured"]);
  expect(ids({ capabilities: ["exclusive-cluster", "fork"] })).toEqual(["a", "b", "classes"]);
  expect(ids({ capabilities: ["fork"] })).toEqual(["a", "b"]);
  expect(ids({ task: { twins: undefined, rights: "namespace", faults: [] } })).toEqual(["a", "b", "measured"]);
});

test("a task without twins has none, and a slot of a real cluster neither", () => {
  expect(drawn({ task: { twins: "none", rights: "cluster", faults: [] } }).flat()).toEqual([]);
  expect(drawn({ capabilities: ["exclusive-cluster", "metrics"] }).flat()).toEqual([]);
});

test("those that would mend a fault are left out of its episodes", () => {
  const faults = [{ injector: { withoutFixtures: ["a", "b"] } }, { injector: {} }];
  expect([...new Set(drawn({ task: { twins: undefined, rights: "cluster", faults } }).flat())].sort()).toEqual(["classes", "measured"]);
});
