import { lex } from "#sim/telemetry/promql/lex.ts";
import { parse } from "#sim/telemetry/promql/parse.ts";
import { selectorsIn } from "#sim/telemetry/promql/selectors-in.ts";

/**
 * The same query over one namespace's series alone: each selector gets a matcher more. What the query says of the
 * namespace itself stays, and selects nothing where it names another one.
 *
 * @throws PromqlError for what is no query
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
