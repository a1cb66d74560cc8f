import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import { balanceRoom, boundAfter } from "./balance-room.ts";

test("a room is as large as what it keeps and what is free, at most the share, and a quarter of it in any case", () => {
  const bound = (liveBytes: number, keptBytes: number) => boundAfter({ shareBytes: 400, liveBytes, keptBytes });
  expect(bound(300, 200)).toBe(300);
  expect(bound(450, 200)).toBe(150);
  expect(bound(100, 350)).toBe(400);
  expect(bound(1_000, 200)).toBe(100);
});

test("what is estimated as too small goes all the same once a collection has shown that too much is in use", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const room = createMemoryRoom();
  const kept = new Map<number, object>();
  collect();
  // Other tests of the process may hold much, outside the heap too.
  const { used_heap_size, external_memory } = getHeapStatistics();
  const shareBytes = used_heap_size + external_memory + 64 * MIB;
  const balanced = balanceRoom(room, shareBytes);
  for (let i = 0; i < 16; i++) {
    const subject = Array.from({ length: MIB }, () => i + 0.5); // 8 MiB
    kept.set(i, subject);
    room.keep(subject, { kind: "starts", bytes: 4 * MIB, drop: () => kept.delete(i) });
  }
  expect(kept.size).toBe(16);
  await vi.waitFor(() => {
    collect();
    expect(balanced.liveBytes()).toBeGreaterThan(0);
    expect(balanced.liveBytes()).toBeLessThan(shareBytes + 16 * MIB);
    expect(kept.size).toBeLessThan(12);
  });
  expect(kept.size).toBeGreaterThan(0);
  balanced.stop();
});

const MIB = 2 ** 20;
