import type { Spread } from "./distribution.ts";
import { cutOff, longest, shareAbove } from "./distribution.ts";

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
  const slowest = longest(outcomes);
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

/** Time that requests take however they end. */
export const timeTaken = (outcome: Outcome): Spread => {
  const { errors, meanMs, variance } = outcome;
  if (errors.length === 0) return outcome;
  const ok = okShare(outcome);
  let mean = ok * meanMs;
  let square = ok * (variance + meanMs * meanMs);
  for (const { share, afterMs } of errors) {
    mean += share * afterMs;
    square += share * afterMs * afterMs;
  }
  return { meanMs: mean, variance: Math.max(0, square - mean * mean) };
};

/** Times out the share of requests that takes longer than the caller waits. */
export const withTimeout = (outcome: Outcome, timeoutMs: number, text: string): Outcome => {
  const late = okShare(outcome) * shareAbove(outcome, timeoutMs);
  if (late <= NEGLIGIBLE && outcome.errors.length === 0) return outcome;
  const timedOut = (share: number): Failure => ({ share, cause: "timed-out", text, afterMs: timeoutMs });
  const errors = outcome.errors.map((error) => (error.afterMs > timeoutMs ? { ...error, ...timedOut(error.share) } : error));
  if (late <= NEGLIGIBLE) return { ...outcome, errors: joinFailures(errors) };
  return { ...cutOff(outcome, timeoutMs), errors: joinFailures([...errors, timedOut(late)]) };
};

/** Attempts of a call: how many at most, what is waited between them, and how many retries a call may cost on average. */
export interface Tries {
  readonly attempts: number;
  readonly backoffMs: number;
  readonly multiplier: number;
  readonly budget: number;
}

/** Repeats failed attempts: success where any succeeds, the last failure otherwise, after all waits. */
export const withRetries = (attempt: Outcome, tries: Tries): Outcome => {
  const { failed, transient } = failureShares(attempt);
  if (tries.attempts <= 1 || failed === 0) return attempt;
  const repeated = repeatedShare(attempt, tries);
  const meanFailureMs = attempt.errors.reduce((sum, { share, afterMs }) => sum + (share / failed) * afterMs, 0);
  // Of the requests that a retry may help, those whose k-th attempt is made, and what they have spent until then.
  let [made, spentMs, backoffMs] = [1, 0, tries.backoffMs];
  let [ended, total, mean, square] = [0, 0, 0, 0];
  for (let k = 1; k <= tries.attempts; k++) {
    const ok = made * (1 - failed);
    const ms = spentMs + attempt.meanMs;
    total += ok;
    mean += ok * ms;
    square += ok * (ms * ms + attempt.variance);
    ended += k < tries.attempts ? made * (1 - repeated) : made;
    made *= transient * repeated;
    if (made < NEGLIGIBLE) break;
    spentMs += meanFailureMs + backoffMs;
    backoffMs *= tries.multiplier;
  }
  const meanMs = total > 0 ? mean / total : attempt.meanMs;
  return {
    errors: attempt.errors.map((error) => ({
      ...error,
      share: error.isSticky ? error.share : error.share * ended,
      afterMs: error.afterMs + waitedMs(meanFailureMs, tries, repeated),
    })),
    meanMs,
    variance: total > 0 ? Math.max(0, square / total - meanMs * meanMs) : attempt.variance,
  };
};

/** Time before the last attempt of a call that fails. */
const waitedMs = (meanFailureMs: number, { attempts, backoffMs, multiplier }: Tries, repeated: number): number => {
  let sum = 0;
  for (let k = 1; k < attempts; k++) sum += repeated ** k * (meanFailureMs + backoffMs * multiplier ** (k - 1));
  return sum;
};

/** Attempts per call, the first included. */
export const attemptsPerCall = (attempt: Outcome, tries: Tries): number =>
  1 + retriesPerCall(attempt, tries, repeatedShare(attempt, tries));

const retriesPerCall = (attempt: Outcome, { attempts }: Tries, repeated: number): number => {
  const { failed, transient } = failureShares(attempt);
  let [sum, still, sticky] = [0, 1, failed - transient];
  for (let k = 1; k < attempts; k++) {
    still *= transient * repeated;
    sticky *= repeated;
    sum += still + sticky;
    if (still + sticky < NEGLIGIBLE) break;
  }
  return sum;
};

/** Share of the failures that are tried again: all of them, or so many that the budget is kept. */
const repeatedShare = (attempt: Outcome, tries: Tries): number => {
  if (retriesPerCall(attempt, tries, 1) <= tries.budget) return 1;
  let [low, high] = [0, 1];
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (retriesPerCall(attempt, tries, middle) > tries.budget) high = middle;
    else low = middle;
  }
  return low;
};

const BISECTIONS = 20;

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
