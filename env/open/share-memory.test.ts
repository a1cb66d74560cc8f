import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { defaultMemoryMiB, leastMemoryMiB, shareMemory } from "./share-memory.ts";

const MIB = 2 ** 20;

test("threads share what a server may have in use, and garbage and what is outside heaps are taken off", () => {
  const { mainBytes, threadBytes } = shareMemory({ memoryMiB: 2_560, threads: 2 });
  expect(mainBytes / MIB).toBe(192);
  expect(threadBytes).toBeGreaterThan(400 * MIB);
  expect((mainBytes + 2 * threadBytes) * 1.6).toBeLessThan((2_560 - 600) * MIB);
  expect(shareMemory({ memoryMiB: 5_120, threads: 2 }).threadBytes).toBeGreaterThan(2 * threadBytes);
});

test("without threads the main one has all of it", () => {
  const { mainBytes, threadBytes } = shareMemory({ memoryMiB: 1_024, threads: 0 });
  expect(mainBytes).toBeGreaterThan(200 * MIB);
  expect(threadBytes).toBe(0);
});

test("with the least memory each thread has what it needs to play", () => {
  for (const threads of [1, 2, 64])
    expect(shareMemory({ memoryMiB: leastMemoryMiB(threads), threads }).threadBytes).toBeGreaterThanOrEqual(127 * MIB);
});

test("by default there is more for more threads, and half of the machine unless they need more", () => {
  expect(defaultMemoryMiB(1)).toBeLessThanOrEqual(defaultMemoryMiB(2));
  expect(defaultMemoryMiB(10_000)).toBeLessThanOrEqual(Math.max(leastMemoryMiB(10_000), totalmem() / MIB / 2));
});
