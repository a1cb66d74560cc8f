import { defineReward } from "../reward.ts";

/** Damage by the agent's own writes beyond the acceptable repairs, −1..0. */
export default defineReward({
  name: "collateral",
  kind: "PENALTY",
  at: "end",
  range: [-1, 0],
  score: ({ damage }) => {
    const value = -Math.min(
      1,
      damage.reduce((sum, { weight }) => sum + weight, 0),
    );
    return {
      kind: "scored",
      value: value === 0 ? 0 : value,
      ...(damage.length > 0 ? { detail: damage.map(({ object }) => object).join(", ") } : {}),
    };
  },
});
