import type { Spread } from "./distribution.ts";
import { shareAbove } from "./distribution.ts";

/** Outcome of requests: shares of errors by cause, and latencies of those that succeed. */
export interface Outcome extends Spread {
  readonly errors: readonly Failure[];
}

export interface Failure {
  readonly share: number;
  readonly cause: string;
  /** The error itself, without what callers put before it. */
  readonly text: string;
  readonly afterMs: number;
  /** True when the same request would fail the same way again, so that a retry does not help. */
  readonly isSticky?: true;
}

/** Everything succeeds at once. */
export const INSTANT: Outcome = { errors: [], meanMs: 0, variance: 0 };

/** Everything succeeds with this spread. */
export const succeeds = ({ meanMs, variance }: Spread): Outcome => ({ errors: [], meanMs, variance });

/** Everything fails the same way. */
export const fails = (cause: string, text: string, afterMs: number): Outcome => ({
  errors: [{ share: 1, cause, text, afterMs }],
  meanMs: 0,
  variance: 0,
});

/** Share that succeeds. */
export const okShare = ({ errors }: Outcome): number =>
  errors.length === 0 ? 1 : Math.max(0, 1 - errors.reduce((sum, { share }) => sum + share, 0));

/** The same with other failures; an outcome without any is as it was. */
export const mapFailures = (outcome: Outcome, change: (failure: Failure) => Failure): Outcome =>
  outcome.errors.length === 0 ? outcome : { ...outcome, errors: outcome.errors.map(change) };

/** One after the other; the second only where the first succeeded. */
export const inSequence = (first: Outcome, second: Outcome): Outcome => ({
  errors: second.errors.length === 0 ? joinFailures(first.errors) : joinFailures([...first.errors, ...failuresAfter(first, second)]),
  meanMs: first.meanMs + second.meanMs,
  variance: first.variance + second.variance,
});

/** All at once: as long as the slowest, and failed where any fails. */
export const inParallel = (outcomes: readonly Outcome[]): Outcome => {
  const slowest = outcomes.reduce((a, b) => (b.meanMs > a.meanMs ? b : a));
  let reached = 1;
  const errors = outcomes.flatMap((outcome) => {
    const share = reached;
    reached *= okShare(outcome);
    return outcome.errors.map((error) => ({ ...error, share: error.share * share }));
  });
  return { errors: joinFailures(errors), meanMs: slowest.meanMs, variance: slowest.variance };
};

const failuresAfter = (first: Outcome, { errors }: Outcome): readonly Failure[] => {
  const reached = okShare(first);
  return errors.map((error) => ({ ...error, share: error.share * reached, afterMs: error.afterMs + first.meanMs }));
};

/** One of several, by shares that sum to 1. */
export const mixture = (parts: readonly { readonly share: number; readonly outcome: Outcome }[]): Outcome => {
  if (parts.length === 1) return (parts[0] as (typeof parts)[number]).outcome;
  const errors = joinFailures(
    parts.flatMap(({ share, outcome }) => outcome.errors.map((error) => ({ ...error, share: error.share * share }))),
  );
  let total = 0;
  let meanMs = 0;
  let square = 0;
  for (const { share, outcome } of parts) {
    const weight = share * okShare(outcome);
    total += weight;
    meanMs += weight * outcome.meanMs;
    square += weight * (outcome.variance + outcome.meanMs * outcome.meanMs);
  }
  if (total <= 0) return { errors, meanMs: 0, variance: 0 };
  meanMs /= total;
  return { errors, meanMs, variance: Math.max(0, square / total - meanMs * meanMs) };
};

/** Times out the share of requests that takes longer than the caller waits. */
export const withTimeout = (outcome: Outcome, timeoutMs: number, text: string): Outcome => {
  const late = okShare(outcome) * shareAbove(outcome, timeoutMs);
  if (late <= NEGLIGIBLE && outcome.errors.length === 0) return outcome;
  const timedOut = (share: number): Failure => ({ share, cause: "timed-out", text, afterMs: timeoutMs });
  const errors = outcome.errors.map((error) => (error.afterMs > timeoutMs ? { ...error, ...timedOut(error.share) } : error));
  return { ...outcome, errors: joinFailures(late > NEGLIGIBLE ? [...errors, timedOut(late)] : errors) };
};

/** Repeats failed attempts: success where any succeeds, the last failure otherwise, after all waits. */
export const withRetries = (attempt: Outcome, attempts: number, backoffMs: number): Outcome => {
  const { failed, transient } = failureShares(attempt);
  if (attempts <= 1 || failed === 0) return attempt;
  const lost = transient ** (attempts - 1);
  const meanFailureMs = attempt.errors.reduce((sum, { share, afterMs }) => sum + (share / failed) * afterMs, 0);
  return {
    errors: attempt.errors.map((error) => ({
      ...error,
      share: error.isSticky ? error.share : error.share * lost,
      afterMs: error.afterMs + (attempts - 1) * (meanFailureMs + backoffMs),
    })),
    meanMs: attempt.meanMs + (failed < 1 ? transient * (meanFailureMs + backoffMs) : 0),
    variance: attempt.variance,
  };
};

/** Attempts per call, the first included. */
export const attemptsPerCall = (attempt: Outcome, attempts: number): number => {
  const { failed, transient } = failureShares(attempt);
  let sum = 1;
  for (let k = 1; k < attempts; k++) sum += failed - transient + transient ** k;
  return sum;
};

/** All failures, and those among them that a retry may escape. */
const failureShares = ({ errors }: Outcome): { readonly failed: number; readonly transient: number } => {
  let failed = 0;
  let transient = 0;
  for (const { share, isSticky } of errors) {
    failed += share;
    if (isSticky !== true) transient += share;
  }
  return { failed, transient };
};

const NEGLIGIBLE = 1e-9;

/** Failures with one cause and text become one. */
const joinFailures = (failures: readonly Failure[]): readonly Failure[] => {
  if (failures.length < 2) return failures;
  const joined = new Map<string, Failure>();
  for (const failure of failures) {
    const key = `${failure.cause} ${failure.isSticky === true} ${failure.text}`;
    const known = joined.get(key);
    if (known === undefined) joined.set(key, failure);
    else {
      const share = known.share + failure.share;
      joined.set(key, {
        ...known,
        share,
        afterMs: share === 0 ? 0 : (known.afterMs * known.share + failure.afterMs * failure.share) / share,
      });
    }
  }
  return [...joined.values()];
};
