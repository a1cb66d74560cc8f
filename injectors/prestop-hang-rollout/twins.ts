import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads with a preStop hook that sleeps, some for long. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const seconds = rng.stream(`preStop of ${name}`).pick([5, 15, 7200, 9000, 10_800]);
    return idleSet(rng.stream(name), baseline, name, (template) => {
      const { spec, ...rest } = withContainer(template, ({ lifecycle }) => ({
        lifecycle: { ...lifecycle, preStop: { sleep: { seconds } } },
      }));
      return { ...rest, spec: { ...spec, terminationGracePeriodSeconds: 2 * seconds } };
    });
  });
