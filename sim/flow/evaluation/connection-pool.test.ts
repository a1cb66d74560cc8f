import { expect, test } from "vitest";
import { poolState } from "./connection-pool.ts";

const poolOf = (holdMs: number, waitMs?: number) => ({
  connections: 10,
  perRequest: 1,
  hold: { meanMs: holdMs, variance: holdMs * holdMs },
  ...(waitMs !== undefined && { waitMs }),
});

test.each([
  [20, 300, 0.759],
  [20, 450, 13.557],
  [200, 45, 135.571],
  [200, 49, 928.155],
])("ten connections held for %i ms each: %i commands a second wait %f ms", (holdMs, rate, waitMs) =>
  expect(poolState(poolOf(holdMs), { rate, atOnce: 200 }).wait.meanMs).toBeCloseTo(waitMs, 2),
);

test.each([
  [20, 500],
  [200, 50],
])("ten connections held for %i ms each are enough for %i commands a second", (holdMs, perS) =>
  expect(poolState(poolOf(holdMs), { rate: 1, atOnce: 200 }).perS).toBe(perS),
);

test("who can wait does, and fails only when that takes longer than it has patience", () => {
  // 200 threads, 10 of which are served at a time: the last one waits for 4 s, or for 400 s.
  expect(poolState(poolOf(200, 30_000), { rate: 100, atOnce: 200 })).toMatchObject({ givenUp: 0, perS: 50 });
  const hung = poolState(poolOf(20_000, 30_000), { rate: 100, atOnce: 200 });
  expect(hung.perS).toBeCloseTo(200 / 30, 6);
  expect(hung.givenUp).toBeCloseTo(1 - 0.5 / (200 / 30), 6);
  expect(hung.wait.meanMs).toBe(30_000);
});
