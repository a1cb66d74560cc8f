import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { abandonedSet } from "../idle-set.ts";
import { wantedPods } from "../quota-on-pods.ts";
import { OTHER_QUOTA_NAMES, quotaTwin } from "../tight-quota.ts";
import { type DrawTwins, neighbourName, type Twin } from "../twin.ts";

/**
 * Quotas with room for many more pods, and narrow ones for pods that nobody has, such as those with a deadline; and a trial that wants more pods
 * than there is room for, and has none, since it runs as an account that nobody has made.
 */
export const twins: DrawTwins = (rng, baseline) => {
  const names = rng.stream("names").shuffle(OTHER_QUOTA_NAMES);
  const ample = 10 * rng.stream("ample").int(Math.ceil(wantedPods(baseline) / 4), Math.ceil(wantedPods(baseline) / 2) + 2);
  const few = `${rng.stream("few").int(0, 5)}`;
  return [
    quotaTwin(baseline, names[0] as string, { hard: { pods: `${ample}` } }),
    quotaTwin(baseline, names[1] as string, { hard: { pods: few }, scopes: ["Terminating"] }),
    ...wantingMore(rng.stream("trial"), baseline, ample),
  ];
};

const wantingMore = (rng: Rng, baseline: Baseline, than: number): readonly Twin[] => {
  const name = neighbourName(rng, baseline);
  const account = `${name}-${rng.pick(["runner", "sa", "bot"])}`;
  const replicas = 10 * Math.ceil(than / 10 + rng.int(1, 4));
  return abandonedSet(rng, baseline, name, ({ spec, ...template }) => ({
    ...template,
    spec: { ...spec, serviceAccountName: account, serviceAccount: account },
  })).map((twin) => {
    const set = twin.object as Workload;
    return { ...twin, object: { ...set, spec: { ...set.spec, replicas } } };
  });
};
