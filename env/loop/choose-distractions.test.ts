import { expect, test } from "vitest";
import type { Decoy, Noise } from "#problems/problem.ts";
import { chooseDistractions } from "./choose-distractions.ts";

const NAMES = ["a", "b", "c", "d", "e", "f"];

const library = {
  noise: NAMES.map((id): Noise => ({ id, meanGapMs: 1, strike: async () => {} })),
  decoys: NAMES.map((id): Decoy => ({ id, place: async () => {} })),
};

const DRAWS = 2_000;

/** A task that names neither. */
const FREE = { noise: undefined, decoys: undefined, rights: "cluster" } as const;

const drawn = (known = library) => Array.from({ length: DRAWS }, (_, seed) => chooseDistractions(FREE, `${seed}`, known));

const idsOf = (some: readonly { readonly id: string }[]): string => some.map(({ id }) => id).join();

test("half of the draws have noise, half of them decoys, whether they have the other or not, and every kind comes", () => {
  const draws = drawn();
  const share = (some: typeof draws) => some.filter(({ decoys }) => decoys.length > 0).length / some.length;
  const noisy = draws.filter(({ noise }) => noise.length > 0);
  expect(noisy.length / DRAWS).toBeCloseTo(0.5, 1);
  expect(share(noisy)).toBeCloseTo(0.5, 1);
  expect(share(draws)).toBeCloseTo(0.5, 1);
  for (const name of NAMES)
    expect(draws.filter(({ noise }) => noise.some(({ id }) => id === name)).length, name).toBeGreaterThan(DRAWS / 10);
});

test("one kind more changes the draws that it comes into, and no other", () => {
  const fewer = { noise: library.noise.slice(1), decoys: library.decoys.slice(1) };
  const [before, after] = [drawn(fewer), drawn()];
  const changed = after.filter(({ noise }, i) => idsOf(noise) !== idsOf(before[i]?.noise ?? []));
  expect(changed.length).toBeGreaterThan(0);
  for (const { noise } of changed) expect(idsOf(noise)).toContain("a");
});

test("a task that names its noise and decoys has these with every seed, and none where it says so", () => {
  for (const seed of ["1", "2", "3", "4"]) {
    const named = chooseDistractions({ ...FREE, noise: "b,a", decoys: "none" }, seed, library);
    expect([idsOf(named.noise), idsOf(named.decoys)]).toEqual(["b,a", ""]);
    const undrawn = chooseDistractions(FREE, seed, library, { isDrawn: false });
    expect([undrawn.noise, undrawn.decoys]).toEqual([[], []]);
  }
});

test("an unknown name is refused with those that there are", () => {
  expect(() => chooseDistractions({ ...FREE, noise: "earthquake" }, "1", library)).toThrow(/no noise "earthquake"; there are a, b/);
});

test("decoys of a cluster come to slots with one of their own alone, and to agents with rights in it", () => {
  const known = { ...library, decoys: library.decoys.map((decoy) => ({ ...decoy, scope: "cluster" as const })) };
  const task = { ...FREE, decoys: "a" };
  expect(idsOf(chooseDistractions(task, "1", known).decoys)).toBe("a");
  expect(() => chooseDistractions(task, "1", known, { capabilities: [] })).toThrow(/no decoy "a"/);
  expect(() => chooseDistractions({ ...task, rights: "namespace" }, "1", known)).toThrow(/no decoy "a"/);
});

test("noise that needs something of the backend comes where it is there, and is refused by name elsewhere", () => {
  const known = { ...library, noise: library.noise.map((noise) => ({ ...noise, needs: ["disturb.link"] })) };
  const task = { ...FREE, noise: "a" };
  const withLink = { capabilities: ["exclusive-cluster", "disturb.link"] };
  expect(idsOf(chooseDistractions(task, "1", known, withLink).noise)).toBe("a");
  expect(() => chooseDistractions(task, "1", known, { capabilities: ["exclusive-cluster"] })).toThrow(/no noise "a"/);
  const seeds = Array.from({ length: 40 }, (_, seed) => `${seed}`);
  expect(seeds.some((seed) => chooseDistractions(FREE, seed, known, withLink).noise.length > 0)).toBe(true);
  expect(seeds.flatMap((seed) => chooseDistractions(FREE, seed, known, { capabilities: [] }).noise)).toEqual([]);
});
