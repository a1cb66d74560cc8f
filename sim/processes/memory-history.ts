/** Name of the log of memory rows. */
export const MEMORY_HISTORY = "memory";

/** Working set of a process from an instant on. */
export interface MemoryRow {
  readonly fromMs: number;
  readonly process: string;
  /** MiB; grows linearly by `slopeMiBPerS` until the next row. */
  readonly mib: number;
  readonly slopeMiBPerS: number;
}
