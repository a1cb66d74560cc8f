/** One (resource, fault type) pair: an element of the ground truth, or of what an agent claims. */
export interface DiagnosisPair {
  /** `kind/name` in lower case; `kind/namespace/name` outside the app's namespace; `node/name` for nodes. */
  readonly resource: string;
  /** The catalogue id of the fault, or a catalogue type in a submission. */
  readonly faultType: string;
}

/** An element of the ground truth: the id of the fault and the type of its mechanism. */
export interface TruthPair extends DiagnosisPair {
  readonly catalogueType: string;
  /**
   * Other resources by which a claim of this mechanism names the defect, any or all of them: each node of a taint, the
   * workload that a policy isolates. Missing: none.
   */
  readonly alsoNamed?: readonly string[];
}
