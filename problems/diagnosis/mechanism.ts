import type { FaultWords } from "#injectors/fault-words.ts";

/** A mechanism that a text may name as the root cause, with the words that people have for it. */
export interface Mechanism extends FaultWords {
  /** Fault id; where no fault covers it, the catalogue's name or `other:<slug>`. */
  readonly id: string;
}
