import type { Weights } from "./effective-weights.ts";
import { TERMINAL_COMPONENTS } from "./profiles.ts";

/**
 * Explains why weights given by a caller are refused; undefined if they are accepted. Each lies in 0..1, those of what
 * can be earned add up to at most 1, and so do those of what can be lost, so that the return lies in −1..1.
 */
export const faultOfWeights = (weights: Weights, components: readonly string[]): string | undefined => {
  const unknown = Object.keys(weights).filter((name) => !components.includes(name));
  if (unknown.length > 0) return `there is no reward component ${unknown.join(", ")}; there are ${components.join(", ")}`;
  const outside = Object.entries(weights).find(([, weight]) => !(weight >= 0 && weight <= 1));
  if (outside !== undefined) return `the weight of ${outside[0]} is ${outside[1]}; weights lie between 0 and 1`;
  const group = [TERMINAL_COMPONENTS, LOSING_COMPONENTS].find((some) => sumOf(weights, some) > 1 + ROUNDING);
  return group && `the weights of ${group.join(", ")} add up to ${sumOf(weights, group)}; the most is 1`;
};

/** The components whose values may be negative, apart from the cost, which only takes of what was earned. */
const LOSING_COMPONENTS = ["slo", "collateral", "format"] as const;

const ROUNDING = 1e-9;

const sumOf = (weights: Weights, names: readonly string[]): number => names.reduce((sum, name) => sum + (weights[name] ?? 0), 0);
