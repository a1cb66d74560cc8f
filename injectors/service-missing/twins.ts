import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads that open ports and have no Service. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => parkedSet(rng.stream(name), baseline, name));
