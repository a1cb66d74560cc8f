import type { FaultWords } from "#injectors/fault-words.ts";

/** Mechanism that a text may name as the root cause, with its phrases. */
export interface Mechanism extends FaultWords {
  /** Fault id; where no fault covers it, the catalogue's name or `other:<slug>`. */
  readonly id: string;
}
