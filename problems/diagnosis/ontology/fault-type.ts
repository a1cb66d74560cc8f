import type { FaultLayer } from "#injectors/injector.ts";
import type { Mechanism } from "../mechanism.ts";

/** A type of the ontology that diagnoses name: one mechanism, whichever of its faults shows it. */
export interface FaultType {
  /** Name that is published. */
  readonly type: string;
  /** Sentence that says what is wrong. */
  readonly line: string;
}

/** A type of the ontology that no fault makes yet, with the words that people have for it. */
export interface UnshippedType extends FaultType {
  /** Ids of its faults in the catalogue; words that mean the type claim the first. */
  readonly ids: readonly string[];
  readonly on: Mechanism["on"];
  /** Phrases besides the type and the ids; see `FaultWords`. */
  readonly patterns?: readonly string[];
  /** True for a type whose name is a phrase of everyday language, which is no claim in a text. Missing: false. */
  readonly isEveryday?: true;
  /** Layer of its faults. */
  readonly layer: FaultLayer;
  /** Family that its faults share with near misses; one of them may have its own, where it is unlike the others. */
  readonly family: string;
}
