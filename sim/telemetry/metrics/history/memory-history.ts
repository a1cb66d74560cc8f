import type { World } from "../../../kernel/world.ts";
import { MEMORY_HISTORY, type MemoryRow } from "../../../processes/memory-history.ts";
import { createLogFold } from "./fold-log.ts";

/** Bytes in a process's working set at an instant; undefined when nothing is known of it. */
export const workingSetAt = (world: World, process: string, atMs: number): number | undefined => {
  let row = rowsOf(world.log<MemoryRow>(MEMORY_HISTORY)).get(process);
  while (row !== undefined && row.row.fromMs > atMs) row = row.previous;
  if (row === undefined) return undefined;
  const { mib, slopeMiBPerS, fromMs } = row.row;
  return Math.round((mib + (slopeMiBPerS * (atMs - fromMs)) / 1000) * BYTES_PER_MIB);
};

const BYTES_PER_MIB = 1_048_576;

interface MemoryVersion {
  readonly row: MemoryRow;
  readonly previous: MemoryVersion | undefined;
}

const rowsOf = createLogFold<MemoryRow, Map<string, MemoryVersion>>({
  empty: () => new Map(),
  copy: (rows) => new Map(rows),
  apply: (rows, row) => void rows.set(row.process, { row, previous: rows.get(row.process) }),
});
