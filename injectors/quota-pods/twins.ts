import { wantedPods } from "../quota-on-pods.ts";
import { OTHER_QUOTA_NAMES, quotaTwin } from "../tight-quota.ts";
import type { DrawTwins } from "../twin.ts";

/** Quotas with room for many more pods, and narrow ones for pods that nobody has, such as those with a deadline. */
export const twins: DrawTwins = (rng, baseline) => {
  const names = rng.stream("names").shuffle(OTHER_QUOTA_NAMES);
  const ample = `${10 * rng.stream("ample").int(Math.ceil(wantedPods(baseline) / 4), Math.ceil(wantedPods(baseline) / 2) + 2)}`;
  const few = `${rng.stream("few").int(0, 5)}`;
  return [
    quotaTwin(baseline, names[0] as string, { hard: { pods: ample } }),
    quotaTwin(baseline, names[1] as string, { hard: { pods: few }, scopes: ["Terminating"] }),
  ];
};
