import { expect, test } from "vitest";
import { createServerMetrics, type ServerFigures } from "./server-metrics.ts";

const FIGURES: ServerFigures = {
  episodes: () => ({ queued: 0, running: 1, ended: 0 }),
  slots: { slots: 4, depthMax: 8, free: () => 3, depth: () => 0 },
  leases: () => 1,
  journalBytes: () => 0,
  isJournalWritable: () => true,
  threads: 1,
  memoryBytesMax: 4_096,
  memories: async () =>
    new Map([
      [
        "0",
        {
          heap: { live: 1, used: 2, reserved: 3, external: 4 },
          shareBytes: 50,
          keptBytes: { variants: 10, starts: 20, courses: 30 },
          kept: { variants: 1, starts: 2 },
          keptBytesMax: 40,
          worlds: { warm: 5, own: 6, boot: 7 },
        },
      ],
    ]),
};

test("metrics tell what each thread has in use and keeps, and the bounds of both", async () => {
  const lines = (await createServerMetrics(FIGURES).render())
    .split("\n")
    .filter((line) => /^kubedrill_(heap|kept|memory|worlds)/.test(line));
  expect(lines).toEqual([
    "kubedrill_memory_max_bytes 4096",
    'kubedrill_heap_bytes{thread="0",state="live"} 1',
    'kubedrill_heap_bytes{thread="0",state="used"} 2',
    'kubedrill_heap_bytes{thread="0",state="reserved"} 3',
    'kubedrill_heap_bytes{thread="0",state="external"} 4',
    'kubedrill_heap_live_max_bytes{thread="0"} 50',
    'kubedrill_kept_bytes{thread="0",what="variants"} 10',
    'kubedrill_kept_bytes{thread="0",what="starts"} 20',
    'kubedrill_kept_bytes{thread="0",what="courses"} 30',
    'kubedrill_kept_max_bytes{thread="0"} 40',
    'kubedrill_worlds{thread="0",source="warm"} 5',
    'kubedrill_worlds{thread="0",source="own"} 6',
    'kubedrill_worlds{thread="0",source="boot"} 7',
    'kubedrill_kept{thread="0",what="variants"} 1',
    'kubedrill_kept{thread="0",what="starts"} 2',
  ]);
});
