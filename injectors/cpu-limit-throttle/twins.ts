import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads with low CPU limits. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const cpu = `${rng.stream(`limit of ${name}`).int(12, 90)}m`;
    return idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ resources = {} }) => ({
        resources: { limits: { ...resources.limits, cpu }, requests: { ...resources.requests, cpu } },
      })),
    );
  });
