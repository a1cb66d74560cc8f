import { canonicalJson } from "#core/canonical-json.ts";

/**
 * Renders a row as a line of canonical JSON in which every quantity has a decimal point: 0 is `0.0`.
 *
 * Readers that guess types column by column, such as `datasets` and DuckDB, would take a file of whole rewards for integers.
 */
export const jsonLine = (row: unknown): string =>
  canonicalJson(row)
    .replace(QUANTITY, "$1.0")
    .replace(QUANTITIES, (text) => text.replace(WHOLE_NUMBER, "$&.0"));

// A quote inside a string is escaped, so that none of these can match there.
const QUANTITY =
  /("(?:reward|return|value|weight|contribution|chosen_return|rejected_return|margin|return_to_go|discount|state_value|advantage|propensity|behavior_logprob)":-?\d+)(?=[,}\]])/g;
const QUANTITIES = /"(?:returns_to_go|state_values|advantages|weights)":(?:\[[^\]]*\]|\{[^}]*\})/g;
const WHOLE_NUMBER = /(?<=[:[,])-?\d+(?=[,\]}])/g;
