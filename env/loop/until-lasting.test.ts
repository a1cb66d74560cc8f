import { expect, test } from "vitest";
import { untilLasting } from "./until-lasting.ts";

/** A world without events but the passing of time, in which something holds at some times. */
const createWorld = (holdsAt: (nowMs: number) => boolean) => {
  let nowMs = 0;
  const asked: number[] = [];
  const until = async (predicate: () => Promise<boolean>, { timeoutMs, everyMs = 0 }: { timeoutMs: number; everyMs?: number }) => {
    for (const endMs = nowMs + timeoutMs; ; nowMs = Math.min(endMs, nowMs + Math.max(100, everyMs))) {
      if (await predicate()) return true;
      if (nowMs >= endMs) return false;
    }
  };
  const world = {
    clock: { nowMs: () => nowMs, sleep: async () => undefined, until },
    savepoint: () => {
      const kept = nowMs;
      return () => {
        nowMs = kept;
      };
    },
  };
  const holds = async () => {
    asked.push(nowMs);
    return holdsAt(nowMs);
  };
  return { world, holds, asked };
};

test("time stops at the instant from which it held, though it was looked at every two seconds", async () => {
  const { world, holds, asked } = createWorld((nowMs) => nowMs >= 61_300);
  expect(await untilLasting(world, holds, 360_000)).toBe(true);
  expect(world.clock.nowMs()).toBe(61_300);
  expect(asked.length).toBeLessThan(61_300 / 2_000 + 2_000 / 100 + 4);
});

test("what holds from the start takes no time", async () => {
  const { world, holds } = createWorld(() => true);
  expect(await untilLasting(world, holds, 360_000)).toBe(true);
  expect(world.clock.nowMs()).toBe(0);
});

test("time passes to the end where it never holds", async () => {
  const { world, holds, asked } = createWorld(() => false);
  expect(await untilLasting(world, holds, 60_000)).toBe(false);
  expect(world.clock.nowMs()).toBe(60_000);
  expect(asked.length).toBeLessThanOrEqual(31);
});
