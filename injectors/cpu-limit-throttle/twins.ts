import { withContainer } from "#kube/objects/with-container.ts";
import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads with low CPU limits. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const cpu = `${rng.stream(`limit of ${name}`).int(12, 90)}m`;
    return parkedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ resources = {} }) => ({
        resources: { limits: { ...resources.limits, cpu }, requests: { ...resources.requests, cpu } },
      })),
    );
  });
