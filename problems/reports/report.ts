import type { Rng } from "#core/rng.ts";
import type { AppRecord } from "#kube/app/app.ts";

/** Facts of the moment at which an incident is reported, each observed when it is asked for. */
export interface ReportFacts {
  readonly app: AppRecord;
  /** Lists the alerts that fire. */
  firing(): Promise<readonly PagedAlert[]>;
  /** Lists the names of the user-facing operations that fail. */
  failing(): Promise<readonly string[]>;
}

/** An alert as a page names it. */
export interface PagedAlert {
  readonly alert: string;
  /** Object that it is about. */
  readonly subject: string;
  /** Minutes since the page, whole. */
  readonly minutes: number;
}

/** A way in which an engineer hears that something may be wrong. */
export interface Report {
  readonly id: string;
  /**
   * Writes the report, in words that are drawn whatever is wrong; where there is nothing of its sort to tell, it tells of something
   * that has passed, or of which a user is wrong.
   */
  write(facts: ReportFacts, rng: Rng): Promise<string>;
}

/** True where a report tells nothing of what could be told. */
export const isVague = (rng: Rng): boolean => rng.stream("vague").chance({ numerator: 1, denominator: 4 });
