import { expect, test } from "vitest";
import { fractionOf } from "../number-hash.ts";
import { arrivalsUntil, poisson } from "./arrivals.ts";

const ratioOver = (windowMs: number, rate: number): number => {
  const stream = { fromMs: 1_000_000, rate, hash: 77 };
  const kept: number[] = [];
  const counts = Array.from({ length: 400 }, (_, i) => arrivalsUntil(stream, kept, 1_008_051 + i * windowMs));
  const steps = counts.slice(1).map((count, i) => count - (counts[i] as number));
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  expect(Math.abs(mean - (rate * windowMs) / 1000)).toBeLessThan(0.15 * Math.sqrt((rate * windowMs) / 1000) + 0.05);
  return steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / steps.length / mean;
};

test.each([15_000, 60_000, 300_000])("over windows of %i ms counts vary as Poisson counts do", (windowMs) => {
  for (const rate of [0.3, 4, 190]) {
    expect(ratioOver(windowMs, rate)).toBeGreaterThan(0.7);
    expect(ratioOver(windowMs, rate)).toBeLessThan(1.35);
  }
});

test("a count never falls, and is the same in whatever order it is asked for", () => {
  const stream = { fromMs: 5_432, rate: 7, hash: 5 };
  const times = Array.from({ length: 3000 }, (_, i) => 5_432 + i * 61);
  const kept: number[] = [];
  const forward = times.map((atMs) => arrivalsUntil(stream, kept, atMs));
  expect(forward.every((count, i) => i === 0 || count >= (forward[i - 1] as number))).toBe(true);
  expect(times.toReversed().map((atMs) => arrivalsUntil(stream, [], atMs))).toEqual(forward.toReversed());
});

test("draws of a mean have that mean", () => {
  for (const mean of [0.1, 3, 19, 21, 400]) {
    const draws = Array.from({ length: 4000 }, (_, i) => poisson(mean, fractionOf(9, i)));
    expect(Math.abs(draws.reduce((sum, draw) => sum + draw, 0) / draws.length - mean)).toBeLessThan(0.06 * Math.sqrt(mean) + 0.01);
  }
});
