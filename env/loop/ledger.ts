import { nativeDigestJson } from "#pool/native-digest.ts";
import { effectiveWeights, type Weights, weightsWhenHealthy } from "#rewards/effective-weights.ts";
import { ASKING_COMPONENTS, type RewardProfile, TERMINAL_COMPONENTS } from "#rewards/profiles.ts";
import type { EpisodeFacts, Reward, Score } from "#rewards/reward.ts";
import type { RewardComponent, RewardReport } from "../host/episode-protocol.ts";

/** Account of an episode's rewards: the contribution of each component at each step, and the sums. */
export interface Ledger {
  /** Weights before those of skipped components are distributed. */
  readonly base: Weights;
  /**
   * Scores the components that are due, books the instalments of the others, and adds both to the account.
   * @param skipped terminal components that do not apply, once they are known; their weight goes to the others
   */
  book(due: readonly Reward["at"][], facts: EpisodeFacts, skipped?: readonly string[]): RewardReport;
  /** Returns the sums since reset. */
  total(): RewardReport;
  /** True if a component with weight could not be scored, so that no valid score exists. */
  isInvalid(): boolean;
  /** True if all that the profile asks was passed; undefined before the end, and if it asks nothing. */
  isPassed(): boolean | undefined;
  /** Tells of each component that was judged and can be passed whether it was, by name. */
  passed(): Readonly<Record<string, boolean>>;
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
  base: Weights,
  state: LedgerState = { entries: new Map(), skipped: [] },
): Ledger => {
  const entries = new Map(state.entries);
  const ordered = inOrder(rewards);
  let skippedSoFar = state.skipped;
  const profileDigest = nativeDigestJson({ ...profile, weights: base });
  const isInvalid = () => [...entries.values()].some(({ sum: { status, weight } }) => status === "FAILED" && weight !== 0);
  const report = (components: readonly RewardComponent[], isTotal: boolean): RewardReport => {
    const returnSoFar = contributionOf([...entries.values()].map(({ sum }) => sum));
    return {
      ...(isInvalid() ? {} : { reward: isTotal ? returnSoFar : contributionOf(components), returnSoFar }),
      components,
      profile: profile.name,
      profileDigest,
    };
  };
  return {
    base,
    book: (due, facts, skipped = skippedSoFar) => {
      skippedSoFar = skipped;
      const weights = facts.healthy ? weightsWhenHealthy(base) : effectiveWeights(base, skipped);
      const components: RewardComponent[] = [];
      for (const reward of ordered) {
        const weight = weights[reward.name] ?? 0;
        const isDue = due.includes(reward.at);
        const advance = profile.binary || weight === 0 ? undefined : reward.advance;
        if (!isDue && advance === undefined) continue;
        const known = { ...facts, earned: earnedOf(entries) };
        const before = entries.get(reward.name);
        const entry = isDue
          ? addScore(before, reward, weight, reward.score(known), profile.binary)
          : addInstalment(before, reward, weight, advance?.(known));
        if (entry === undefined) continue;
        entries.set(reward.name, entry);
        components.push(entry.row);
      }
      return report(components, false);
    },
    total: () =>
      report(
        [...entries.values()].map(({ sum }) => sum),
        true,
      ),
    isInvalid,
    isPassed: () => passedOf(entries),
    passed: () =>
      Object.fromEntries([...entries].flatMap(([name, { passed }]) => (passed === undefined ? [] : [[name, passed] as const])).sort()),
    fork: () => createLedger(profile, rewards, base, { entries, skipped: skippedSoFar }),
  };
};

interface LedgerState {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly skipped: readonly string[];
}

/** State of one component's account. */
interface Entry {
  /** Reward that the last booking added. */
  readonly row: RewardComponent;
  readonly sum: RewardComponent;
  /** Missing: not scored, or not a component that is passed. */
  readonly passed?: boolean;
}

/** Order of scoring: later components may depend on earlier ones. */
const ORDER = ["step", "diagnosis", "end", "last"] as const satisfies readonly Reward["at"][];

const inOrder = (rewards: readonly Reward[]): readonly Reward[] => ORDER.flatMap((moment) => rewards.filter(({ at }) => at === moment));

/** Weighted sum of what the terminal components have earned so far; one that took away counts as nothing. */
const earnedOf = (entries: ReadonlyMap<string, Entry>): number => {
  const earned = TERMINAL_COMPONENTS.map((name) => entries.get(name)?.sum.contribution ?? 0);
  return Math.max(
    0,
    earned.reduce((sum, contribution) => sum + contribution, 0),
  );
};

const contributionOf = (components: readonly RewardComponent[]): number =>
  components.reduce((total, { contribution = 0 }) => total + contribution, 0);

const addScore = (before: Entry | undefined, reward: Reward, weight: number, score: Score, binary: boolean): Entry => {
  const common = { name: reward.name, weight, kind: weight === 0 ? ("METRIC" as const) : reward.kind };
  if (score.kind !== "scored") {
    const unscored = { ...common, status: score.kind === "failed" ? ("FAILED" as const) : ("SKIPPED" as const), detail: score.detail };
    const paid = before?.sum.contribution ?? 0;
    const row = paid === 0 ? unscored : { ...unscored, contribution: -paid };
    return { row, sum: before?.sum.status === "SCORED" && paid === 0 ? before.sum : unscored };
  }
  const isPassed = score.passed ?? score.value >= 1;
  const value = binary && reward.kind === "TERMINAL" && score.value > 0 ? (isPassed ? 1 : 0) : score.value;
  const detailed = score.detail === undefined ? common : { ...common, detail: score.detail };
  const entry = reward.at === "step" ? addUp(before, detailed, value) : settle(before, detailed, value);
  return reward.kind === "TERMINAL" ? { ...entry, passed: isPassed } : entry;
};

const addInstalment = (before: Entry | undefined, reward: Reward, weight: number, value: number | undefined): Entry | undefined => {
  if (value === undefined) return undefined;
  const entry = settle(before, { name: reward.name, weight, kind: reward.kind }, value);
  return Math.abs(entry.row.contribution ?? 0) < NOTHING ? undefined : entry;
};

/** Bound of what is left of a difference of equal sums. */
const NOTHING = 1e-12;

type Named = Pick<RewardComponent, "name" | "weight" | "kind" | "detail">;

/** Adds a value to those of former steps. */
const addUp = (before: Entry | undefined, named: Named, value: number): Entry => {
  const contribution = unsigned(value * named.weight);
  const row = { ...named, value, contribution, status: "SCORED" as const };
  const { value: valueBefore = 0, contribution: paid = 0 } = before?.sum ?? {};
  return { row, sum: { ...row, value: valueBefore + value, contribution: paid + contribution } };
};

/** Brings what was booked up to a value: the row holds the difference, the sum the value. */
const settle = (before: Entry | undefined, named: Named, value: number): Entry => {
  const { weight } = named;
  const paid = before?.sum.contribution ?? 0;
  const sum = { ...named, value, contribution: unsigned(weight * value), status: "SCORED" as const };
  if (paid === 0) return { row: sum, sum };
  const contribution = unsigned(sum.contribution - paid);
  return { row: { ...sum, value: weight === 0 ? value : contribution / weight, contribution }, sum };
};

const unsigned = (value: number): number => (value === 0 ? 0 : value);

const passedOf = (entries: ReadonlyMap<string, Entry>): boolean | undefined => {
  const asked = ASKING_COMPONENTS.map((name) => entries.get(name)).filter((entry) => (entry?.sum.weight ?? 0) > 0);
  return asked.length === 0 ? undefined : asked.every((entry) => entry?.passed === true);
};
