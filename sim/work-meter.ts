import type { Interpret } from "#core/work-budget.ts";

/**
 * Meters the work that is done through ports, in units of about one event, so that it can be bounded and done in turns
 * with that of other worlds. What it counts follows from the world alone, so that a limit strikes at the same place each time.
 */
export interface WorkMeter {
  /**
   * Books work.
   * @returns a promise to wait for when it is others' turn; undefined: go on
   * @throws WorkLimitError when more than was granted is done
   */
  spend(units: number): Promise<void> | undefined;
  /** Runs what interprets an agent's text and never waits, and books its work; missing: each run has bounds of its own. */
  readonly interpret?: Interpret;
}

/** Units of one call of a port, by kind. */
export const CALL_UNITS = { read: 2, write: 8, exec: 16, query: 16, probe: 4 } as const;

/** Maximum work of the interpreters of one call, in units of a character: so much that what an action may do by itself goes on after it. */
export const QUERY_UNITS = 40 * 1024 * 1024;
