import { inertDefaulters } from "../inert-defaulters.ts";
import type { DrawTwins } from "../twin.ts";

/** Webhooks that would change pods, and are asked of none of the app's, or of nobody. */
export const twins: DrawTwins = (rng, baseline) => inertDefaulters(rng.stream("defaulters"), baseline, rng.stream("count").int(2, 3));
