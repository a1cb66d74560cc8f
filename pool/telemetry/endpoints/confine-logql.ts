import { isLogQuery, nextBrace, PREFIX, parseLogMetric } from "#sim/telemetry/logql/log-metric.ts";
import { LogqlError } from "#sim/telemetry/logql/logql-error.ts";
import { parseLogQuery } from "#sim/telemetry/logql/parse-log-query.ts";
import { METRIC_NAME } from "#sim/telemetry/promql/labels.ts";
import { parse } from "#sim/telemetry/promql/syntax/parse.ts";
import { selectorsIn } from "#sim/telemetry/promql/syntax/selectors-in.ts";

/**
 * Restricts a query to the streams of one namespace: each selector gets one more matcher.
 *
 * Only queries that are parsed in full are allowed, so that no selector is overlooked.
 * @throws LogqlError, PromqlError for an invalid query, or one with a comment, in which a quote would hide what follows
 */
export const confineLogql = (query: string, namespace: string): string => {
  if (query.replaceAll(STRINGS, "").includes("#")) throw new LogqlError("parse error : comments are not allowed here");
  if (isLogQuery(query)) parseLogQuery(query);
  else checkMetric(query);
  let confined = "";
  let done = 0;
  for (let brace = nextBrace(query, 0); brace >= 0; brace = nextBrace(query, done)) {
    confined += `${query.slice(done, brace)}{namespace="${namespace}",`;
    done = brace + 1;
  }
  return confined + query.slice(done);
};

const STRINGS = /"(?:[^"\\]|\\.)*"|`[^`]*`/g;

/** Requires every selector to be the range of one of Loki's own functions. */
const checkMetric = (query: string): void => {
  const { promql } = parseLogMetric(query);
  const stray = selectorsIn(parse(promql)).find(({ matchers }) => !matchers.some(isRange));
  if (stray !== undefined) throw new LogqlError("parse error : a selector without a range");
};

const isRange = ({ name, op, value }: { readonly name: string; readonly op: string; readonly value: string }): boolean =>
  name === METRIC_NAME && op === "=" && value.startsWith(PREFIX);
