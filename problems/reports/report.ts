import type { Rng } from "#core/rng.ts";
import type { AppRecord } from "#kube/app/app.ts";

/** Facts of the moment at which an incident is reported, each observed when it is asked for. */
export interface ReportFacts {
  readonly app: AppRecord;
  /** Lists the alerts that fire, one line each. */
  firing(): Promise<readonly string[]>;
  /** Lists the names of the user-facing operations that fail. */
  failing(): Promise<readonly string[]>;
  /** Returns the share of user requests that failed in the last ten minutes, 0..1. */
  errorShare(): Promise<number>;
}

/** A way in which an engineer hears that something may be wrong. */
export interface Report {
  readonly id: string;
  /** Writes the report; where there is nothing of its sort to tell, it is one of those that come to nothing. */
  write(facts: ReportFacts, rng: Rng): Promise<string>;
}

/** True where a report tells something vague although there is more to tell, so that a vague one does not say that all is well. */
export const isVague = (rng: Rng): boolean => rng.stream("vague").chance({ numerator: 1, denominator: 4 });
