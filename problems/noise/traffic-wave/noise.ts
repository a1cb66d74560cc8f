import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Lets all users ask for more than usual for a while, as a campaign does. */
export default defineNoise({
  id: "traffic-wave",
  meanGapMs: 300_000,
  needs: ["disturb.load"],
  strike: async (cluster, { app }, options) => {
    // More requests reach every component: where each is to be spared, none may come.
    if (pickComponent(app, options) === undefined) return;
    await cluster.disturb.load(options.rng.stream("factor").pick(FACTORS));
  },
  recovery: { afterMs: [60_000, 180_000], end: async (cluster) => await cluster.disturb.load(1) },
});

/**
 * Multiples of the usual load. What has little room to spare must still serve the highest; fewer requests than usual would let an overload drain
 * that a fault is, and repair it.
 */
const FACTORS = [1.15, 1.25, 1.35, 1.5] as const;
