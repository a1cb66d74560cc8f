import { disturbOneLink, UNDISTURBED } from "../../disturb-one-link.ts";
import { defineNoise } from "../../problem.ts";

/** Loses many of the packets to and from an uninvolved component for a while, as a bad cable does. */
export default defineNoise({
  id: "net-loss",
  meanGapMs: 350_000,
  needs: ["disturb.link"],
  strike: async (cluster, place, options) =>
    await disturbOneLink(cluster, place, options, { delayMs: 0, lossShare: options.rng.stream("loss").int(30, 50) / 100 }),
  recovery: {
    afterMs: [60_000, 120_000],
    end: async (cluster, place, options) => await disturbOneLink(cluster, place, options, UNDISTURBED),
  },
});
