import { defineReward, type EpisodeFacts } from "../reward.ts";

/**
 * Actions and time used: −(share of the budget used) × earned reward.
 *
 * It is charged as it accrues, so that ending an episode later never puts the charge off.
 */
export default defineReward({
  name: "cost",
  kind: "PENALTY",
  at: "last",
  range: [-1, 0],
  score: (facts) => ({ kind: "scored", value: chargeOf(facts) }),
  advance: (facts) => chargeOf(facts),
});

const chargeOf = ({ earned = 0, actions, maxSteps, virtualMs, maxVirtualMs }: EpisodeFacts): number => {
  const used = Math.min(1, Math.max(actions / maxSteps, virtualMs / maxVirtualMs));
  const value = -used * Math.max(0, earned);
  return value === 0 ? 0 : value;
};
