import { erroneousQueries, queries } from "./queries.ts";
import { BEGIN_S, END_S } from "./sample-series.ts";

/** A query with the path of the HTTP API that answers it. */
export interface Question {
  readonly query: string;
  readonly form: "instant" | "range";
  readonly path: string;
}

/** Every query at one instant, and over a range those that are no errors of syntax. */
export const questions = (): readonly Question[] => [
  ...[...queries(), ...erroneousQueries()].map(
    (query): Question => ({ query, form: "instant", path: `/api/v1/query?${new URLSearchParams({ query, time: `${INSTANT_S}` })}` }),
  ),
  ...queries().map(
    (query): Question => ({ query, form: "range", path: `/api/v1/query_range?${new URLSearchParams({ query, ...RANGE })}` }),
  ),
];

/**
 * An instant at which something is amiss: of `api` one pod is gone and the other has restarted. A quarter to a minute, so
 * that no step of a subquery is on a window's edge.
 */
const INSTANT_S = END_S - 45;

const RANGE = { start: `${BEGIN_S + 1_065}`, end: `${INSTANT_S}`, step: "1240" };
