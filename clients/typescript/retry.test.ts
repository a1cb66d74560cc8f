import { expect, test } from "vitest";
import { KubedrillError } from "./errors.ts";
import { createPatience, withRetry } from "./retry.ts";

const failing = (facts: ConstructorParameters<typeof KubedrillError>[1], waits: number[], warned: number[] = []) => {
  let nowMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    waits.push(ms);
    nowMs += ms;
  };
  return withRetry(() => Promise.reject(new KubedrillError("away", facts)), {
    budgetMs: 60_000,
    now: () => nowMs,
    sleep,
    warn: (_, leftMs) => void warned.push(60_000 - leftMs),
  });
};

test("a server that is away is waited for a minute, which is told after two seconds", async () => {
  const waits: number[] = [];
  const warned: number[] = [];
  await expect(failing({ code: "UNAVAILABLE" }, waits, warned)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const total = waits.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBeCloseTo(60_001);
  expect(warned[0]).toBeGreaterThan(500);
  expect(warned[0]).toBeLessThan(3_000);
});

test("a full pool is an error at once", async () => {
  const waits: number[] = [];
  await expect(failing({ code: "RESOURCE_EXHAUSTED", reason: "POOL_FULL" }, waits)).rejects.toMatchObject({ reason: "POOL_FULL" });
  expect(waits).toEqual([]);
});

test("many calls that wait for one server warn once", async () => {
  const warnings: string[] = [];
  const listen = ({ name, message }: Error) => void (name === "KubedrillWarning" && warnings.push(message));
  process.on("warning", listen);
  const patience = createPatience("here:1");
  for (const reason of ["DRAINING", "DRAINING"]) patience.warn(new KubedrillError("away", { code: "UNAVAILABLE", reason }), 58_000);
  await new Promise(setImmediate);
  process.off("warning", listen);
  expect(warnings).toEqual(["here:1: DRAINING: away; calls are repeated for up to 58 s more"]);
});
