import { waitingStatefulSet } from "../idle-set.ts";
import { wantedPods } from "../quota-on-pods.ts";
import { OTHER_QUOTA_NAMES, quotaTwin } from "../tight-quota.ts";
import { type DrawTwins, neighbourName } from "../twin.ts";

/**
 * Quotas with room for all pods that there are to be, and narrow ones for pods that nobody has, such as those with a deadline. Beside them a
 * StatefulSet that somebody gave up wants more pods than are allowed, and never comes to its second.
 */
export const twins: DrawTwins = (rng, baseline) => {
  const names = rng.stream("names").shuffle(OTHER_QUOTA_NAMES);
  const wanted = wantedPods(baseline);
  const ample = 10 * (Math.ceil(wanted / 4) + rng.stream("ample").int(0, 2));
  const few = `${rng.stream("few").int(0, 5)}`;
  const replicas = 10 * Math.ceil((ample - wanted + 1) / 10);
  return [
    quotaTwin(baseline, names[0] as string, { hard: { pods: `${ample}` } }),
    quotaTwin(baseline, names[1] as string, { hard: { pods: few }, scopes: ["Terminating"] }),
    ...waitingStatefulSet(rng.stream("waiting"), baseline, neighbourName(rng.stream("waiting name"), baseline), replicas),
  ];
};
