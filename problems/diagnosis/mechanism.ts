import type { FaultWords } from "#injectors/fault-words.ts";

/** Mechanism that a text may name as the root cause, with its phrases. */
export interface Mechanism extends FaultWords {
  /** Fault id of the catalogue; `other:<slug>` where that has none. */
  readonly id: string;
  /** Ids and type by which it goes as well. */
  readonly names: readonly string[];
  /** Mechanism that it is one of, where those are told apart; it goes without saying beside this one. */
  readonly kindOf?: string;
  /** Names of it that words of a text stand for; missing: all. */
  readonly namesInText?: readonly string[];
}
