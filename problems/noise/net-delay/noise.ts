import { disturbOneLink, UNDISTURBED } from "../../disturb-one-link.ts";
import { defineNoise } from "../../problem.ts";

/** Slows the packets to and from an uninvolved component down for a while, as a busy switch does. */
export default defineNoise({
  id: "net-delay",
  meanGapMs: 350_000,
  needs: ["disturb.link"],
  strike: async (cluster, place, options) =>
    await disturbOneLink(cluster, place, options, { delayMs: options.rng.stream("delay").int(150, 350), lossShare: 0 }),
  recovery: {
    afterMs: [60_000, 120_000],
    end: async (cluster, place, options) => await disturbOneLink(cluster, place, options, UNDISTURBED),
  },
});
