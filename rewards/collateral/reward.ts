import { defineReward, type EpisodeFacts } from "../reward.ts";

/** Damage by the agent beyond the acceptable repairs, −1..0, booked as it is done or undone. */
export default defineReward({
  name: "collateral",
  kind: "PENALTY",
  at: "end",
  range: [-1, 0],
  score: (facts) => ({
    kind: "scored",
    value: collateralOf(facts),
    ...(facts.damage.length > 0 ? { detail: `damaged: ${facts.damage.map(({ object }) => object).join(", ")}` } : {}),
  }),
  advance: (facts) => collateralOf(facts),
});

const collateralOf = ({ damage }: EpisodeFacts): number => {
  const sum = damage.reduce((total, { weight }) => total + weight, 0);
  return sum === 0 ? 0 : -Math.min(1, sum);
};
