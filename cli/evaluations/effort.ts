import { addUsage, type ModelUsage, NO_USAGE } from "../llm/model-usage.ts";
import type { MeasuredPlay } from "../trajectories/measured-play.ts";
import type { EvalResult } from "./eval-result.ts";

/** Prices of a model, USD per million tokens. */
export interface TokenPrices {
  /** Of tokens in prompts. */
  readonly priceIn?: number;
  /** Of tokens in answers. */
  readonly priceOut?: number;
}

/** Effort of some episodes: sums, and of how many each is known. */
export interface Effort {
  /** Wall time, s. */
  readonly wallS: Known;
  /** Requests to the model. */
  readonly requests: Known;
  readonly promptTokens: Known;
  readonly completionTokens: Known;
  /** Requests of a program to the cluster and its telemetry. */
  readonly apiRequests: Known;
  /** Cost, USD. */
  readonly usd: Known;
}

export interface Known {
  readonly sum: number;
  /** Number of episodes that it is known of. */
  readonly of: number;
}

/** Adds up what episodes took. */
export const effortOf = (results: readonly EvalResult[], measured: ReadonlyMap<string, MeasuredPlay>, prices: TokenPrices): Effort => {
  const usages = results.flatMap(({ usage }) => usage ?? []);
  const { requests, promptTokens, completionTokens } = usages.reduce<ModelUsage>(addUsage, NO_USAGE);
  const known = (sum: number): Known => ({ sum, of: usages.length });
  return {
    wallS: add(results.flatMap(({ trajectory_id: id }) => measured.get(id ?? "")?.wall_s ?? [])),
    requests: known(requests),
    promptTokens: known(promptTokens),
    completionTokens: known(completionTokens),
    apiRequests: add(results.flatMap(({ api_requests }) => api_requests ?? [])),
    usd: add(usages.flatMap((usage) => costOf(usage, prices) ?? [])),
  };
};

/** Cost of a usage, USD; undefined without a price. */
export const costOf = (usage: ModelUsage | undefined, { priceIn, priceOut }: TokenPrices): number | undefined =>
  usage === undefined || (priceIn === undefined && priceOut === undefined)
    ? undefined
    : (usage.promptTokens * (priceIn ?? 0) + usage.completionTokens * (priceOut ?? 0)) / 1e6;

const add = (values: readonly number[]): Known => ({ sum: values.reduce((sum, value) => sum + value, 0), of: values.length });
