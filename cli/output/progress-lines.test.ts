import { expect, test } from "vitest";
import { createProgressLines } from "./progress-lines.ts";

const linesOf = (total: number, stepsMs: readonly number[]): readonly string[] => {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgressLines(
    total,
    "episodes",
    (line) => void lines.push(line),
    () => now,
  );
  for (const ms of stepsMs) {
    now += ms;
    progress.advance();
  }
  return lines;
};

test("a log gets a line every ten seconds, however quick the episodes are", () => {
  const lines = linesOf(
    1000,
    Array.from({ length: 100 }, () => 250),
  );
  expect(lines).toEqual(["40/1000 episodes, 4.0 a second, 4 min 0 s left", "80/1000 episodes, 4.0 a second, 3 min 50 s left"]);
});

test("slow episodes are counted by the minute, and long waits in hours", () => {
  expect(linesOf(201, [30_000])).toEqual(["1/201 episodes, 2.0 a minute, 1 h 40 min left"]);
});

test("what is done before ten seconds have passed says nothing", () => {
  expect(linesOf(3, [1000, 1000, 1000])).toEqual([]);
});
