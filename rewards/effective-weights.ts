import { TERMINAL_COMPONENTS } from "./profiles.ts";

/** Weights by component. */
export type Weights = Readonly<Record<string, number>>;

/** Effective weights: those of skipped terminal components are distributed to the others in proportion. */
export const effectiveWeights = (base: Weights, skipped: readonly string[]): Weights => {
  if (skipped.length === 0) return base;
  const left = TERMINAL_COMPONENTS.filter((name) => !skipped.includes(name));
  const [total, leftTotal] = [terminalWeight(base), left.reduce((sum, name) => sum + (base[name] ?? 0), 0)];
  return Object.fromEntries(
    Object.entries(base).map(([name, weight]) => {
      if (skipped.includes(name)) return [name, 0];
      return [name, (left as readonly string[]).includes(name) && leftTotal > 0 ? (weight * total) / leftTotal : weight];
    }),
  );
};

/**
 * Effective weights where nothing is wrong: the diagnosis has all that can be earned. `mitigation` and `slo` keep a
 * weight, since they take away when the world is not left as healthy as it was.
 */
export const weightsWhenHealthy = (base: Weights): Weights => ({
  ...base,
  diagnosis: canScoreHealthy(base) ? terminalWeight(base) : 0,
  mitigation: (base["mitigation"] ?? 0) > 0 ? 1 : 0,
});

/** True if an episode in which nothing is wrong can be scored by these weights: there is nothing to earn but the diagnosis. */
export const canScoreHealthy = (base: Weights): boolean => (base["diagnosis"] ?? 0) > 0;

const terminalWeight = (base: Weights): number => TERMINAL_COMPONENTS.reduce((sum, name) => sum + (base[name] ?? 0), 0);
