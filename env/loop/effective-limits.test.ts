import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../catalogue/default-limits.ts";
import { effectiveLimits, STEP_TIMEOUT_MAX_MS } from "./effective-limits.ts";

test("a caller lowers the limits of a task and does not raise them", () => {
  expect(effectiveLimits(DEFAULT_LIMITS, {})).toEqual(DEFAULT_LIMITS);
  expect(effectiveLimits(DEFAULT_LIMITS, { maxSteps: 7, maxVirtualMs: 1_000 })).toMatchObject({ maxSteps: 7, maxVirtualMs: 1_000 });
  expect(effectiveLimits(DEFAULT_LIMITS, { maxSteps: 501 }, "kubectl").maxSteps).toBe(50);
});

test("agents of SREGym have more of both, and no more than that", () => {
  expect(effectiveLimits(DEFAULT_LIMITS, {}, "conductor")).toEqual({ ...DEFAULT_LIMITS, maxSteps: 500, maxVirtualMs: 21_600_000 });
  expect(effectiveLimits(DEFAULT_LIMITS, { maxSteps: 501 }, "conductor").maxSteps).toBe(500);
  expect(effectiveLimits(DEFAULT_LIMITS, { maxSteps: 7 }, "conductor").maxSteps).toBe(7);
});

test("a time-out beyond that of any episode is refused", () => {
  expect(() => effectiveLimits(DEFAULT_LIMITS, { stepTimeoutMs: STEP_TIMEOUT_MAX_MS + 1 })).toThrow(/limits\.step_timeout is 600001 ms/);
});
