import { defineReward } from "../reward.ts";

/** Malformed actions: a fifth of the component each, the first five of an episode. */
export default defineReward({
  name: "format",
  kind: "PENALTY",
  at: "step",
  range: [-1, 0],
  score: ({ malformed: { now, before } }) => {
    const counted = Math.min(COUNTED_MAX, before + now) - Math.min(COUNTED_MAX, before);
    return { kind: "scored", value: counted === 0 ? 0 : -counted / COUNTED_MAX };
  },
});

const COUNTED_MAX = 5;
