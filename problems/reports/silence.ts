import type { Report } from "./report.ts";

/** Silence: nobody has said anything. */
export const silence: Report = {
  id: "silence",
  write: async (_facts, rng) =>
    rng.pick([
      "Nobody has reported anything; your shift begins.",
      "You look in before your shift begins. There is no open ticket.",
      "Your predecessor hands over without remarks.",
    ]),
};
