import { OTHER_QUOTA_NAMES, quotaTwin } from "../tight-quota.ts";
import type { DrawTwins } from "../twin.ts";
import { CPU_FIELD } from "./cpu-amounts.ts";

/** Quotas on CPU of pods that nobody has, such as those with a deadline, and of what no pod has to name. */
export const twins: DrawTwins = (rng, baseline) => {
  const names = rng.stream("names").shuffle(OTHER_QUOTA_NAMES);
  const hard = { [CPU_FIELD]: `${rng.stream("cpu").pick([250, 500, 750, 1500, 2500])}m` };
  const terminating = quotaTwin(baseline, names[0] as string, { hard, scopes: ["Terminating"] });
  const values = [rng.stream("class").pick(["batch", "low", "spot"])];
  const ofClass = { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values }] };
  return [
    terminating,
    quotaTwin(baseline, names[1] as string, { hard: { "limits.cpu": `${rng.stream("most").int(1, 8)}` }, scopeSelector: ofClass }),
  ];
};
