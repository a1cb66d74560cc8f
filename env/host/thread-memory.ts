import { getHeapStatistics } from "node:v8";
import { courseBytes } from "#pool/backends/sim/course-memory.ts";
import type { TenantKind } from "#pool/memory/memory-room.ts";
import type { WorldSources } from "../open/layer-worlds.ts";
import type { OpenHost } from "../open/open-host.ts";
import { type BalancedRoom, balanceRoom } from "./balance-room.ts";

/** Memory of one thread, bytes. */
export interface ThreadMemory {
  /** Its heap: in use after the last full collection, with garbage, taken from the system, and what objects hold outside of it. */
  readonly heap: Readonly<Record<"live" | "used" | "reserved" | "external", number>>;
  /** Bound of what is in use, to which it keeps itself. */
  readonly shareBytes: number;
  /** Estimated sizes of what it keeps for later episodes. */
  readonly keptBytes: Readonly<Record<TenantKind | "courses", number>>;
  /** Number of variants and starts that it keeps. */
  readonly kept: Readonly<Record<TenantKind, number>>;
  /** Present bound of variants and starts together. */
  readonly keptBytesMax: number;
  /** Number of worlds of baselines that it has taken from each place. */
  readonly worlds: WorldSources;
}

/** Keeps the memory of the calling thread within a share, and tells how much that is. */
export const keepWithin = (
  shareBytes: number,
  { room, worldSources }: Pick<OpenHost, "room" | "worldSources">,
): { readonly read: () => ThreadMemory; readonly stop: () => void } => {
  const balanced: BalancedRoom = balanceRoom(room, shareBytes);
  const read = (): ThreadMemory => {
    const { used_heap_size: used, total_heap_size: reserved, external_memory: external } = getHeapStatistics();
    const { bytes, counts, bytesMax } = room.kept();
    return {
      heap: { live: balanced.liveBytes(), used, reserved, external },
      shareBytes,
      keptBytes: { ...bytes, courses: courseBytes() },
      kept: counts,
      keptBytesMax: bytesMax,
      worlds: worldSources(),
    };
  };
  return { read, stop: balanced.stop };
};
