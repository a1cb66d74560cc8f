import { singleVolumeTwins } from "../single-volume-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Idle workloads with claims for which nobody has to make a volume yet. */
export const twins: DrawTwins = (rng, baseline) => singleVolumeTwins(rng, baseline, () => (template) => template);
