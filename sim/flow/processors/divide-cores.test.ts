import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { type CoreClaim, divideCores } from "./divide-cores.ts";

test("all get what they want where there is enough", () => {
  expect(divideCores(4, [claim(1, 1), claim(100, 2.5)])).toEqual([1, 2.5]);
});

test("two that want everything get it by their weights", () => {
  expect(divideCores(4, [claim(100, 9), claim(300, 9)])).toEqual([1, 3]);
});

test("what one leaves goes to the others by their weights", () => {
  // By weight the three have 1, 2 and 5 of eight cores. The first leaves half a core, of which the others take 2 and 5 sevenths.
  const [first, second, third] = divideCores(8, [claim(1, 0.5), claim(2, 9), claim(5, 9)]);
  expect(first).toBe(0.5);
  expect(second).toBeCloseTo(2 + (0.5 * 2) / 7, 12);
  expect(third).toBeCloseTo(5 + (0.5 * 5) / 7, 12);
});

test("what the second leaves goes to those that are left too", () => {
  // Of six cores each has two by weight: the first leaves one, the others have 2.5 each, of which the second leaves 0.2.
  expect(divideCores(6, [claim(10, 1), claim(10, 2.3), claim(10, 9)])).toEqual([1, 2.3, 2.7]);
});

test("nobody gets anything of a processor without cores", () => {
  expect(divideCores(0, [claim(1, 1), claim(5, 0)])).toEqual([0, 0]);
  expect(divideCores(4, [])).toEqual([]);
});

const seeds = Array.from({ length: 80 }, (_, i) => i + 1);

test.each(seeds)("with seed %i nothing is given twice, nothing stays idle, and weight never harms", (seed) => {
  const rng = createRng(`${seed}`).stream("claims");
  const cores = rng.int(1, 64) / 4;
  const claims = Array.from({ length: rng.int(1, 12) }, () => claim(rng.int(1, 400), rng.int(0, 4000) / 1000));
  const given = divideCores(cores, claims);
  const total = sumOf(given);
  const wanted = sumOf(claims.map((one) => one.wanted));
  expect(total).toBeCloseTo(Math.min(cores, wanted), 9);
  for (const [i, one] of claims.entries()) {
    expect(given[i]).toBeGreaterThanOrEqual(0);
    expect(given[i]).toBeLessThanOrEqual(one.wanted + 1e-12);
    const heavier = divideCores(cores, claims.with(i, { ...one, weight: one.weight * 2 }));
    expect(heavier[i]).toBeGreaterThanOrEqual((given[i] as number) - 1e-12);
    for (const [j, other] of heavier.entries()) if (j !== i) expect(other).toBeLessThanOrEqual((given[j] as number) + 1e-12);
  }
  // Of two that go short, each has as much for its weight as the other.
  const short = claims.flatMap((one, i) => ((given[i] as number) < one.wanted - 1e-9 ? [(given[i] as number) / one.weight] : []));
  for (const part of short) expect(part).toBeCloseTo(short[0] as number, 9);
});

const claim = (weight: number, wanted: number): CoreClaim => ({ weight, wanted });

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
