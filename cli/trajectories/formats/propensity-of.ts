import type { RecordedStep } from "../trajectory.ts";

/** Probability of all actions of a step; null where that of one is not known. */
export const propensityOf = ({ actions }: RecordedStep): number | null => {
  const logprobs = actions.flatMap(({ behavior_logprob }) => behavior_logprob ?? []);
  return logprobs.length < actions.length ? null : Math.exp(logprobs.reduce((sum, logprob) => sum + logprob, 0));
};
