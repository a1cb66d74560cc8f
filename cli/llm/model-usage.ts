/** Requests that a model answered, and its tokens as the endpoint counted them. */
export interface ModelUsage {
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export const NO_USAGE: ModelUsage = { requests: 0, promptTokens: 0, completionTokens: 0 };

/** Adds two usages up. */
export const addUsage = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  requests: one.requests + other.requests,
  promptTokens: one.promptTokens + other.promptTokens,
  completionTokens: one.completionTokens + other.completionTokens,
});

/** Describes the sum of the usages of episodes for people; undefined if no model played. */
export const describeUsage = (usages: readonly (ModelUsage | undefined)[]): string | undefined => {
  const known = usages.filter((usage) => usage !== undefined);
  if (known.length === 0) return undefined;
  const { requests, promptTokens, completionTokens } = known.reduce(addUsage, NO_USAGE);
  return `model: ${requests} requests, ${promptTokens} tokens in prompts, ${completionTokens} in answers`;
};
