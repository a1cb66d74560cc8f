import { expect, test } from "vitest";
import { KubedrillError } from "./errors.ts";
import { withRetry } from "./retry.ts";

const failing = (facts: ConstructorParameters<typeof KubedrillError>[1], waits: number[]) => {
  let nowMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    waits.push(ms);
    nowMs += ms;
  };
  return withRetry(() => Promise.reject(new KubedrillError("away", facts)), { budgetMs: 60_000, now: () => nowMs, sleep });
};

test("a server that is away is waited for a minute", async () => {
  const waits: number[] = [];
  await expect(failing({ code: "UNAVAILABLE" }, waits)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const total = waits.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(60_000);
});

test("a full pool is an error at once", async () => {
  const waits: number[] = [];
  await expect(failing({ code: "RESOURCE_EXHAUSTED", reason: "POOL_FULL" }, waits)).rejects.toMatchObject({ reason: "POOL_FULL" });
  expect(waits).toEqual([]);
});
