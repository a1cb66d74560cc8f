import { expect, test } from "vitest";
import type { Task } from "#problems/task.ts";
import { countIncidents, drawIncident, drawNumber, INCIDENTS_PER_TARGET, incidentOf } from "./draw-incident.ts";

const taskWith = (uri: string, ...candidates: readonly number[]): Task =>
  ({ uri, faults: candidates.map((count) => ({ candidates: Array.from({ length: count }) })) }) as unknown as Task;
const seeds = Array.from({ length: 8_000 }, (_, i) => `${(BigInt(i) * 2_305_843_009_213_693_951n) % 2n ** 64n}`);

test("seeds draw all incidents of a task equally often, and equal seeds the same one", () => {
  const counts = new Map<number, number>();
  for (const seed of seeds) {
    const { number } = drawIncident(taskWith("kubedrill://shop/broken", 1), seed);
    counts.set(number, (counts.get(number) ?? 0) + 1);
    expect(drawIncident(taskWith("kubedrill://shop/broken", 1), seed).number, `seed ${seed}`).toBe(number);
  }
  expect([...counts.keys()].sort()).toEqual(Array.from({ length: INCIDENTS_PER_TARGET }, (_, i) => i));
  // Five standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(5 * Math.sqrt(1_000));
});

test("with one incident more, a seed keeps its number or draws the new one", () => {
  for (let count = 1; count <= 16; count++) {
    for (const seed of seeds.slice(0, 500)) {
      expect([drawNumber(seed, count), count], `seed ${seed}`).toContain(drawNumber(seed, count + 1));
    }
  }
});

test("a task that leaves targets open has as many incidents for each as one that names it", () => {
  expect(countIncidents(taskWith("a", 1))).toBe(INCIDENTS_PER_TARGET);
  expect(countIncidents(taskWith("a", 3, 5))).toBe(15 * INCIDENTS_PER_TARGET);
});

test("a task in which nothing is wrong has more incidents than one of the many with a fault", () => {
  expect(countIncidents(taskWith("a"))).toBeGreaterThan(4 * INCIDENTS_PER_TARGET);
});

test("incidents of a task, and those of two tasks with the same number, are drawn independently", () => {
  const seedsOf = (uri: string) => Array.from({ length: INCIDENTS_PER_TARGET }, (_, number) => incidentOf(taskWith(uri), number).seed);
  expect(new Set([...seedsOf("a"), ...seedsOf("b")]).size).toBe(2 * INCIDENTS_PER_TARGET);
});
