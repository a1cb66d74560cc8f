import { nativeDigestJson } from "#pool/native-digest.ts";
import { type RewardProfile, TERMINAL_COMPONENTS } from "#rewards/profiles.ts";
import type { EpisodeFacts, Reward } from "#rewards/reward.ts";
import type { RewardComponent, RewardReport } from "../host/episode-protocol.ts";

/** Account of an episode's rewards: the contribution of each component at each step, and the sums. */
export interface Ledger {
  /**
   * Scores the components that are due and adds them to the account.
   * @param skipped terminal components that do not apply; their weight goes to the others
   */
  book(due: readonly Reward["at"][], facts: EpisodeFacts, skipped?: readonly string[]): RewardReport;
  /** Returns the sums since reset. */
  total(): RewardReport;
  /** True if a component with weight could not be scored, so that no valid score exists. */
  isInvalid(): boolean;
  /** Copies the account for a forked episode. */
  fork(): Ledger;
}

/**
 * Opens an account.
 *
 * @param base weights by component: the profile's, or those that override them
 */
export const createLedger = (
  profile: RewardProfile,
  rewards: readonly Reward[],
  base: Readonly<Record<string, number>>,
  booked: readonly RewardComponent[] = [],
): Ledger => {
  const entries = [...booked];
  const terminal = booked.filter(isTerminal);
  const unskipped = effectiveWeights(base, []);
  const profileDigest = nativeDigestJson({ ...profile, weights: base });
  const report = (components: readonly RewardComponent[], isTotal: boolean): RewardReport => {
    const isInvalid = entries.some(({ status, weight }) => status === "FAILED" && weight !== 0);
    const sum = (list: readonly RewardComponent[]) => list.reduce((total, { contribution = 0 }) => total + contribution, 0);
    const returnSoFar = sum(entries);
    return {
      ...(isInvalid ? {} : { reward: isTotal ? returnSoFar : sum(components), returnSoFar }),
      components,
      profile: profile.name,
      profileDigest,
      discount: profile.discount,
    };
  };
  return {
    book: (due, facts, skipped = []) => {
      const weights = skipped.length === 0 ? unskipped : effectiveWeights(base, skipped);
      const components: RewardComponent[] = [];
      for (const at of ORDER.filter((moment) => due.includes(moment))) {
        const known = { ...facts, earned: earnedOf([...terminal, ...components.filter(isTerminal)]) };
        components.push(...rewards.filter((reward) => reward.at === at).map((reward) => scoreOne(reward, known, profile, weights)));
      }
      entries.push(...components);
      terminal.push(...components.filter(isTerminal));
      return report(components, false);
    },
    total: () => report(sumByName(entries), true),
    isInvalid: () => entries.some(({ status, weight }) => status === "FAILED" && weight !== 0),
    fork: () => createLedger(profile, rewards, base, entries),
  };
};

/** Order of scoring: later components may depend on earlier ones. */
const ORDER = ["step", "diagnosis", "end", "last"] as const satisfies readonly Reward["at"][];

const isTerminal = ({ name }: RewardComponent): boolean => (TERMINAL_COMPONENTS as readonly string[]).includes(name);

/** Weighted sum of the positive contributions of terminal components. */
const earnedOf = (components: readonly RewardComponent[]): number =>
  components.reduce((sum, { contribution = 0 }) => sum + Math.max(0, contribution), 0);

/** Effective weights: those of skipped terminal components are distributed to the others in proportion. */
export const effectiveWeights = (base: Readonly<Record<string, number>>, skipped: readonly string[]): Readonly<Record<string, number>> => {
  const terminal = TERMINAL_COMPONENTS.filter((name) => (base[name] ?? 0) > 0);
  const total = terminal.reduce((sum, name) => sum + (base[name] ?? 0), 0);
  const left = terminal.filter((name) => !skipped.includes(name));
  const leftTotal = left.reduce((sum, name) => sum + (base[name] ?? 0), 0);
  return Object.fromEntries(
    Object.entries(base).map(([name, weight]) => {
      if (skipped.includes(name)) return [name, 0];
      return [name, (left as readonly string[]).includes(name) && leftTotal > 0 ? (weight * total) / leftTotal : weight];
    }),
  );
};

const scoreOne = (
  reward: Reward,
  facts: EpisodeFacts,
  { binary }: RewardProfile,
  weights: Readonly<Record<string, number>>,
): RewardComponent => {
  const weight = weights[reward.name] ?? 0;
  const score = reward.score(facts);
  const common = { name: reward.name, weight, kind: weight === 0 ? ("METRIC" as const) : reward.kind };
  if (score.kind !== "scored") return { ...common, status: score.kind === "failed" ? "FAILED" : "SKIPPED", detail: score.detail };
  const value = binary && reward.kind === "TERMINAL" ? ((score.passed ?? score.value >= 1) ? 1 : 0) : score.value;
  const product = value * weight;
  return {
    ...common,
    value,
    contribution: product === 0 ? 0 : product,
    status: "SCORED",
    ...(score.detail === undefined ? {} : { detail: score.detail }),
  };
};

/** Sums rows by component: a failure outweighs a score, and a score outweighs a skip. */
const sumByName = (components: readonly RewardComponent[]): readonly RewardComponent[] => {
  const sums = new Map<string, RewardComponent>();
  for (const component of components) sums.set(component.name, merge(sums.get(component.name), component));
  return [...sums.values()];
};

const merge = (sum: RewardComponent | undefined, next: RewardComponent): RewardComponent => {
  if (sum === undefined || sum.status === "SKIPPED") return next;
  if (next.status === "SKIPPED" || sum.status === "FAILED") return sum;
  if (next.status === "FAILED") return next;
  return { ...next, value: (sum.value ?? 0) + (next.value ?? 0), contribution: (sum.contribution ?? 0) + (next.contribution ?? 0) };
};
