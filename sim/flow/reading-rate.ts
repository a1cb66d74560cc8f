import { amountOf } from "../programs/behaviour/settings.ts";
import { shareAbove } from "./evaluation/distribution.ts";
import type { Evaluation } from "./evaluation/evaluation.ts";
import { okShare, timeTaken } from "./evaluation/outcome.ts";
import type { Readers } from "./read-topics.ts";

/** Messages that a group of readers can do. */
export interface ReadingRate {
  /** Messages per second that it works on. */
  readonly perS: number;
  /** Share of them that are done for good; the others are read again. */
  readonly doneShare: number;
}

/** Each member works on one message after the other, and takes as many at once as are there. */
export const readingRate = (evaluation: Evaluation, { consumes, members }: Readers, lag: number): ReadingRate => {
  let perS = 0;
  let donePerS = 0;
  for (const { process } of members) {
    const outcome = evaluation.outcomeOf(process, consumes.operation);
    const { meanMs, variance } = timeTaken(outcome);
    const own = 1000 / meanMs;
    const taken = consumes.batch === undefined ? 0 : Math.min(lag / members.length, amountOf(process, consumes.batch.messages));
    const late =
      consumes.batch === undefined || taken === 0
        ? 0
        : shareAbove({ meanMs: taken * meanMs, variance: taken * variance }, amountOf(process, consumes.batch.withinMs));
    perS += own;
    donePerS += own * (1 - late) * (consumes.onError === "retry" ? okShare(outcome) : 1);
  }
  return { perS, doneShare: perS === 0 ? 0 : donePerS / perS };
};
