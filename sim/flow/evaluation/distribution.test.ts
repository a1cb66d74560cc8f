import { describe, expect, test } from "vitest";
import { lognormal, normalShare, quantise, queueWait, queueWaitMs, shareAbove, throttledShare } from "./distribution.ts";
import { attemptsPerCall, fails, inSequence, mixture, okShare, succeeds, withRetries, withTimeout } from "./outcome.ts";

describe("queues", () => {
  test.each([
    [1, 20, 25, 20],
    [1, 20, 40, 80],
    [8, 20, 200, 0.5282],
    [8, 20, 320, 6.0627],
    [32, 50, 512, 1.5937],
    [32, 50, 608, 21.6846],
  ])("%s workers of %s ms at %s a second wait %s ms", (workers, serviceMs, rate, waitMs) =>
    expect(queueWaitMs(rate, serviceMs, workers)).toBeCloseTo(waitMs, 3),
  );
  test.each([
    [50, 8, 0.5, 0.3463],
    [60, 8, 0.5, 0.4712],
    [200, 8, 0.5, 1],
  ])("%s requests of %s ms processor time under %s cores are held back in a share of %s periods", (rate, cpuMs, cores, share) =>
    expect(throttledShare(rate, cpuMs, cores)).toBeCloseTo(share, 3),
  );
});

describe("lognormal latencies", () => {
  test.each([
    [25, 100, 0.018699],
    [25, 50, 0.105863],
    [200, 1000, 0.009402],
  ])("with mean and deviation %s ms, more than %s ms take a share of %s", (meanMs, boundMs, share) =>
    expect(shareAbove({ meanMs, variance: meanMs * meanMs }, boundMs)).toBeCloseTo(share, 4),
  );
  test("median and 99th percentile give them back", () => {
    const spread = lognormal(2, 20);
    expect(shareAbove(spread, 2)).toBeCloseTo(0.5, 6);
    expect(shareAbove(spread, 20)).toBeCloseTo(0.01, 6);
    expect(normalShare(0)).toBeCloseTo(0.5, 6);
  });
});

describe("outcomes", () => {
  const tries = (attempts: number) => ({ attempts, backoffMs: 0, multiplier: 1, budget: Number.POSITIVE_INFINITY });
  const half = { errors: [{ share: 0.5, cause: "refused", text: "x", afterMs: 1 }], meanMs: 10, variance: 4 };
  test("one after the other fails where either does", () => {
    expect(okShare(inSequence(half, half))).toBeCloseTo(0.25, 9);
    expect(inSequence(half, half).meanMs).toBe(20);
  });
  test("a mixture keeps the mean of what succeeds", () => {
    const mixed = mixture([
      { share: 0.5, outcome: succeeds({ meanMs: 10, variance: 0 }) },
      { share: 0.5, outcome: fails("refused", "x", 1) },
    ]);
    expect(mixed).toMatchObject({ meanMs: 10, variance: 0, errors: [{ share: 0.5 }] });
  });
  test("a timeout takes over failures that would come later", () => {
    expect(withTimeout(fails("refused", "x", 30_000), 2000, "late").errors).toEqual([
      { share: 1, cause: "timed-out", text: "late", afterMs: 2000 },
    ]);
  });
  test.each([
    [1, 0.5],
    [2, 0.75],
    [4, 0.9375],
  ])("with %s attempts a share of %s succeeds", (attempts, share) =>
    expect(okShare(withRetries(half, tries(attempts)))).toBeCloseTo(share, 9),
  );
  test("attempts per call grow with what fails, and a request that can only fail uses them all", () => {
    expect(attemptsPerCall(half, tries(4))).toBeCloseTo(1.875, 9);
    expect(attemptsPerCall(fails("refused", "x", 1), tries(4))).toBe(4);
    expect(okShare(withRetries({ ...half, errors: half.errors.map((error) => ({ ...error, isSticky: true as const })) }, tries(4)))).toBe(
      0.5,
    );
  });
});

test("numbers enter the history with six digits", () =>
  expect([quantise(1 / 3), quantise(123_456_789), quantise(0)]).toEqual([0.333333, 123_456_789, 0]));

test("nobody waits where so many servers are idle that the share of those who would cannot be written any more", () => {
  for (const rate of [1, 50, 200, 250, 450, 10_000]) {
    const { meanMs, variance } = queueWait(rate, { meanMs: 15, variance: 100 }, 5_000);
    expect(meanMs).toBeCloseTo(0, 9);
    expect(variance).toBeCloseTo(0, 9);
  }
  expect(queueWait(330_000, { meanMs: 15, variance: 100 }, 5_000).variance).toBeGreaterThan(0);
});
