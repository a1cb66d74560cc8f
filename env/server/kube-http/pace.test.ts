import { expect, test } from "vitest";
import { createPacedClock, type Pace } from "./pace.ts";

const VIRTUAL = 1_000_000;
const WALL = 50_000_400;
const make = (pace: Partial<Pace>) =>
  createPacedClock({ idleSpeed: 1, waitingSpeed: 20, idleMaxMs: Infinity, requestCostMs: 0, ...pace }, VIRTUAL, WALL);

test("at the pace of the wall clock the difference of the clocks never changes", () => {
  const clock = make({ waitingSpeed: 1 });
  for (const [waits, wallMs] of [
    [false, WALL],
    [true, WALL + 1_234],
    [false, WALL + 99_999],
  ] as const) {
    clock.setWaiting(waits, wallMs);
    clock.touch(wallMs);
    expect(clock.targetMs(wallMs)).toBe(VIRTUAL + wallMs - WALL);
    expect(clock.shiftMs(wallMs)).toBe(Math.floor((WALL - VIRTUAL) / 1_000) * 1_000);
  }
});

test("time hurries while somebody waits, and the client's now stays the world's", () => {
  const clock = make({});
  clock.setWaiting(true, WALL + 1_000);
  expect(clock.targetMs(WALL + 1_500)).toBe(VIRTUAL + 1_000 + 500 * 20);
  clock.setWaiting(false, WALL + 2_000);
  const wallMs = WALL + 4_000;
  expect(clock.targetMs(wallMs)).toBe(VIRTUAL + 1_000 + 20_000 + 2_000);
  const nowForClient = clock.targetMs(wallMs) + clock.shiftMs(wallMs);
  expect(wallMs - nowForClient).toBeGreaterThanOrEqual(0);
  expect(wallMs - nowForClient).toBeLessThan(1_000);
});

test("thinking costs no more than its cap, and each request costs its own", () => {
  const clock = make({ idleMaxMs: 10_000, requestCostMs: 50 });
  expect(clock.targetMs(WALL + 3_600_000)).toBe(VIRTUAL + 10_000);
  clock.touch(WALL + 3_600_000);
  expect(clock.targetMs(WALL + 3_600_000)).toBe(VIRTUAL + 10_050);
  expect(clock.targetMs(WALL + 3_601_000)).toBe(VIRTUAL + 11_050);
});

test("a world that others moved on is not moved back", () => {
  const clock = make({});
  clock.sync(VIRTUAL + 60_000, WALL + 1_000);
  expect(clock.targetMs(WALL + 1_000)).toBe(VIRTUAL + 60_000);
  clock.sync(VIRTUAL, WALL + 2_000);
  expect(clock.targetMs(WALL + 2_000)).toBe(VIRTUAL + 61_000);
});

test("the next event is due in real time by the speed in force", () => {
  const clock = make({});
  expect(clock.wallUntil(VIRTUAL + 500, WALL)).toBe(500);
  clock.setWaiting(true, WALL);
  expect(clock.wallUntil(VIRTUAL + 500, WALL)).toBe(25);
  expect(clock.wallUntil(VIRTUAL - 500, WALL)).toBe(0);
});
