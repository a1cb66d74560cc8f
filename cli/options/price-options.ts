import type { CliOption } from "../command.ts";
import { numberOf } from "./option-values.ts";

/** Options of what a model's tokens cost, which change no result: a report can be written again with others. */
export const PRICE_OPTIONS: readonly CliOption[] = [
  {
    flags: "--price-in <usd>",
    description: "price of a million tokens in prompts, for the cost in the report",
    parse: numberOf("--price-in", 0, 1e6),
  },
  { flags: "--price-out <usd>", description: "the same of tokens in answers", parse: numberOf("--price-out", 0, 1e6) },
];
