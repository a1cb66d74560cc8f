import { afterEach, expect, test } from "vitest";
import { boundLongStates, countLongStates, IdleTrajectory } from "./idle-trajectory.ts";

const trajectoryOf = (states: number): IdleTrajectory<string> => {
  const trajectory = new IdleTrajectory<string>();
  for (let atMs = 1; atMs <= states; atMs++) trajectory.record(atMs, `state ${atMs}`);
  return trajectory;
};

afterEach(() => {
  for (const most of [0, 4_096]) boundLongStates(most);
});

test("a trajectory gives the latest state up to an instant, and forgets those that were not used for long", () => {
  const trajectory = trajectoryOf(128);
  expect(trajectory.lastUpTo(1)).toBe("state 1");
  trajectory.record(129, "state 129");
  expect(trajectory.size).toBe(128);
  expect(trajectory.lastUpTo(2)).toBe("state 1");
  expect(trajectory.lastUpTo(1_000)).toBe("state 129");
});

test("long trajectories are trimmed when all together are too long, those first that were used long ago, and none of its last steps", () => {
  const first = trajectoryOf(100);
  const others = Array.from({ length: 20 }, () => trajectoryOf(100));
  expect([first, ...others].map(({ size }) => size)).toEqual(Array.from({ length: 21 }, () => 100));
  const more = Array.from({ length: 30 }, () => trajectoryOf(100));
  expect(first.size).toBe(24);
  expect(first.lastUpTo(100)).toBe("state 100");
  expect([first, ...others, ...more].reduce((sum, { size }) => sum + (size > 24 ? size : 0), 0)).toBeLessThanOrEqual(4_096);
  expect(more.at(-1)!.size).toBe(100);
});

test("of long trajectories that are used again and again, the others are trimmed first", () => {
  const used = trajectoryOf(100);
  for (let i = 0; i < 60; i++) {
    trajectoryOf(100);
    used.lastUpTo(50);
  }
  expect(used.size).toBe(100);
});

test("a shortened trajectory keeps its last steps, and takes no part in the bound of long ones", () => {
  const shortened = trajectoryOf(100);
  expect(countLongStates()).toBe(100);
  shortened.shorten();
  expect([shortened.size, countLongStates()]).toEqual([24, 0]);
  shortened.record(101, "state 101");
  expect([shortened.size, countLongStates()]).toEqual([25, 25]);
});

test("a smaller bound of all long trajectories trims them at once", () => {
  const [first, second] = [trajectoryOf(100), trajectoryOf(100)];
  boundLongStates(150);
  expect([first.size, second.size, countLongStates()]).toEqual([24, 100, 100]);
});
