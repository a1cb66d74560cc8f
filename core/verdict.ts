/** The three groups of a mitigation oracle, all required. */
export type CheckGroup = "defect-gone" | "service-restored" | "nothing-lost";

/** One condition as judged at an instant. */
export interface CheckResult {
  readonly name: string;
  readonly group: CheckGroup;
  /** Share of this check within its oracle, > 0. */
  readonly weight: number;
  readonly held: boolean;
  /** Observed values, for the trainer's log only; may name the truth. */
  readonly evidence: string;
  /** True: it does not hold, and only a write can change that; missing: waiting may. */
  readonly needsWrite?: true;
}

/**
 * Result of an oracle: `held` when every condition holds, `violated` with the conditions that do not, `failed` when it
 * could not be judged (which is never a score).
 */
export type Verdict =
  | { readonly kind: "held"; readonly checks: readonly CheckResult[] }
  | { readonly kind: "violated"; readonly checks: readonly CheckResult[] }
  | { readonly kind: "failed"; readonly reason: string };

/** Combines judged conditions into a verdict: held if all of them hold. */
export const verdictOf = (checks: readonly CheckResult[]): Verdict =>
  checks.every((check) => check.held) ? { kind: "held", checks } : { kind: "violated", checks };
