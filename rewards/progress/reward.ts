import { potentialOf } from "../potential.ts";
import { defineReward } from "../reward.ts";

/** Potential-based shaping, γΦ(s′) − Φ(s), with Φ = 0 at every end: places credit inside the episode and adds nothing to the return. */
export default defineReward({
  name: "progress",
  kind: "SHAPING",
  at: "step",
  range: [-1, 1],
  score: ({ healthy, potential, violatedAtStart }) => {
    if (healthy) return { kind: "skipped", detail: "nothing is wrong in this episode" };
    const before = potentialOf(potential.before, violatedAtStart);
    const after = potential.after === undefined ? 0 : potentialOf(potential.after, violatedAtStart);
    return { kind: "scored", value: potential.discount * after - before };
  },
});
