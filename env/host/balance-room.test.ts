import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { boundAfter } from "./balance-room.ts";

test("a room is as large as what it keeps and what is free, at most the share, and a quarter of it in any case", () => {
  const bound = (liveBytes: number, keptBytes: number) => boundAfter({ shareBytes: 400, liveBytes, keptBytes });
  expect(bound(300, 200)).toBe(300);
  expect(bound(450, 200)).toBe(150);
  expect(bound(100, 350)).toBe(400);
  expect(bound(1_000, 200)).toBe(100);
});

/** Keeps 16 × 8 MiB that are said to be half of that, in a share for 64 MiB of them, and collects until some are gone. */
const OVERFILL = `
  import { getHeapStatistics } from "node:v8";
  import { setTimeout } from "node:timers/promises";
  import { balanceRoom } from "${new URL("./balance-room.ts", import.meta.url).pathname}";
  import { createMemoryRoom } from "#pool/memory/memory-room.ts";
  const MIB = 2 ** 20;
  const room = createMemoryRoom();
  const kept = new Map();
  gc();
  const { used_heap_size, external_memory } = getHeapStatistics();
  const shareBytes = used_heap_size + external_memory + 64 * MIB;
  const balanced = balanceRoom(room, shareBytes);
  for (let i = 0; i < 16; i++) {
    const subject = Array.from({ length: MIB }, () => i + 0.5);
    kept.set(i, subject);
    room.keep(subject, { kind: "starts", bytes: 4 * MIB, drop: () => kept.delete(i) });
  }
  const before = kept.size;
  for (let turn = 0; turn < 200 && (kept.size >= 12 || balanced.liveBytes() >= shareBytes + 16 * MIB); turn++) {
    gc();
    await setTimeout(10);
  }
  console.log(JSON.stringify({ before, after: kept.size, excessMiB: (balanced.liveBytes() - shareBytes) / MIB }));
  balanced.stop();
`;

test("what is estimated as too small goes all the same once a collection has shown that too much is in use", () => {
  const args = ["--expose-gc", "--input-type=module-typescript", "-e", OVERFILL];
  const said = execFileSync(process.execPath, args, { encoding: "utf8", cwd: ROOT });
  const { before, after, excessMiB } = JSON.parse(said) as Readonly<Record<"before" | "after" | "excessMiB", number>>;
  expect(before).toBe(16);
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(12);
  expect(excessMiB).toBeLessThan(16);
});

/** Folder from which names such as #pool lead. */
const ROOT = new URL("../..", import.meta.url).pathname;
