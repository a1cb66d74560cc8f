import { defineReward } from "../reward.ts";

/** Steps and time used: −(share of the budget used) × earned reward. */
export default defineReward({
  name: "cost",
  kind: "PENALTY",
  at: "last",
  range: [-1, 0],
  score: ({ earned = 0, steps, maxSteps, virtualMs, maxVirtualMs }) => {
    const used = Math.min(1, Math.max(steps / maxSteps, virtualMs / maxVirtualMs));
    const value = -used * Math.max(0, earned);
    return { kind: "scored", value: value === 0 ? 0 : value };
  },
});
