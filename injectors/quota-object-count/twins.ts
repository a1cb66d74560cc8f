import { ownObjects } from "#kube/app/baseline.ts";
import { OTHER_QUOTA_NAMES, quotaTwin } from "../tight-quota.ts";
import type { DrawTwins } from "../twin.ts";
import { REPLICA_SETS, SETS_FIELD } from "./judge-room.ts";

/** Quotas on numbers of objects, of which there is room for many more, or of which nobody has any. */
export const twins: DrawTwins = (rng, baseline) => {
  const names = rng.stream("names").shuffle(OTHER_QUOTA_NAMES);
  const sets = ownObjects(baseline, REPLICA_SETS).length;
  const ample = `${20 * rng.stream("ample").int(Math.ceil(sets / 5), Math.ceil(sets / 5) + 5)}`;
  const none = rng.stream("none").pick(["count/podtemplates", "count/replicationcontrollers", "count/certificatesigningrequests"]);
  return [
    quotaTwin(baseline, names[0] as string, { hard: { [SETS_FIELD]: ample } }),
    quotaTwin(baseline, names[1] as string, { hard: { [none]: `${rng.stream("few").int(0, 3)}` } }),
  ];
};
