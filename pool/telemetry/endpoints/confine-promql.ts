import { lex } from "#sim/telemetry/promql/syntax/lex.ts";
import { parse } from "#sim/telemetry/promql/syntax/parse.ts";
import { selectorsIn } from "#sim/telemetry/promql/syntax/selectors-in.ts";

/**
 * Restricts a query to the series of one namespace: each selector gets one more matcher. A matcher of another namespace
 * in the query stays, and selects nothing.
 *
 * @throws PromqlError for an invalid query
 */
export const confinePromql = (query: string, namespace: string): string => {
  const ends = selectorsIn(parse(query)).map(({ at }) => at);
  const tokens = lex(query);
  let confined = query;
  for (const at of ends.sort((a, b) => b - a)) {
    const index = tokens.findIndex((token) => token.at === at);
    const [first, second] = [tokens[index], tokens[index + 1]];
    const brace = first?.type === "{" ? first : second?.type === "{" ? second : undefined;
    const place = brace === undefined ? at + (first?.text.length ?? 0) : brace.at + 1;
    const matcher = brace === undefined ? `{namespace="${namespace}"}` : `namespace="${namespace}",`;
    confined = confined.slice(0, place) + matcher + confined.slice(place);
  }
  return confined;
};
