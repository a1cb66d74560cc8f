import { ownObjects } from "#kube/app/baseline.ts";
import { OTHER_QUOTA_NAMES, quotaTwin } from "../tight-quota.ts";
import type { DrawTwins } from "../twin.ts";
import { SERVICE_FIELDS } from "./judge-room.ts";

/** Quotas on the number of Services, of which there is room for many more, or of a kind that nobody has. */
export const twins: DrawTwins = (rng, baseline) => {
  const names = rng.stream("names").shuffle(OTHER_QUOTA_NAMES);
  const services = ownObjects(baseline, "services").length;
  const ample = `${10 * (Math.ceil(services / 10) + rng.stream("ample").int(2, 6))}`;
  return [
    quotaTwin(baseline, names[0] as string, { hard: { [rng.stream("field").pick(SERVICE_FIELDS)]: ample } }),
    quotaTwin(baseline, names[1] as string, { hard: { "services.loadbalancers": `${rng.stream("few").int(0, 3)}` } }),
  ];
};
