import { OTHER_QUOTA_NAMES, quotaTwin } from "../tight-quota.ts";
import type { DrawTwins } from "../twin.ts";
import { FIELDS } from "./lacking-containers.ts";

/** Quotas on memory of pods that nobody has, such as those with a deadline, and of what no pod has to name. */
export const twins: DrawTwins = (rng, baseline) => {
  const names = rng.stream("names").shuffle(OTHER_QUOTA_NAMES);
  const amount = `${rng.stream("amount").pick([1, 2, 4, 8, 16])}Gi`;
  const hard = { [rng.stream("field").pick(FIELDS)]: amount };
  const priority = {
    matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: [rng.stream("class").pick(["batch", "low", "spot"])] }],
  };
  const scope = rng.stream("scope").pick([{ scopes: ["Terminating"] }, { scopeSelector: priority }]);
  const scratch = { "requests.ephemeral-storage": `${rng.stream("scratch").pick([50, 80, 100, 200])}Gi` };
  return [quotaTwin(baseline, names[0] as string, { hard, ...scope }), quotaTwin(baseline, names[1] as string, { hard: scratch })];
};
