import type { CheckResult } from "#core/verdict.ts";

/** Conditions in the state that they have kept for a while, so that what only flickers, such as a crash loop, neither pays nor costs. */
export interface LastingChecks {
  readonly checks: readonly CheckResult[];
  /** Since when a condition has been seen in the other state, ms; missing: it is in this one. */
  readonly otherSinceMs: readonly (number | undefined)[];
}

/** Begins with the conditions as they are at the start. */
export const beginLasting = (checks: readonly CheckResult[]): LastingChecks => ({ checks, otherSinceMs: [] });

/** Takes the conditions of this moment into account: one changes its lasting state when it has been seen in the other for a minute. */
export const watchLasting = (known: LastingChecks, now: readonly CheckResult[], nowMs: number): LastingChecks => {
  if (now.every(({ held }, i) => held === known.checks[i]?.held) && known.otherSinceMs.length === 0) return known;
  const checks: CheckResult[] = [];
  const otherSinceMs: (number | undefined)[] = [];
  for (const [i, check] of now.entries()) {
    const before = known.checks[i] ?? check;
    const since = before.held === check.held ? undefined : (known.otherSinceMs[i] ?? nowMs);
    const hasLasted = since !== undefined && nowMs - since >= LASTING_MS;
    checks.push(since === undefined || hasLasted ? check : before);
    otherSinceMs.push(hasLasted ? undefined : since);
  }
  return { checks, otherSinceMs: otherSinceMs.some((since) => since !== undefined) ? otherSinceMs : [] };
};

/** Time for which a condition must keep a state, ms. */
export const LASTING_MS = 60_000;
