import { withContainer } from "#kube/objects/with-container.ts";
import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads with limits that nobody has looked at. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const memory = `${rng.stream(`limit of ${name}`).int(4, 40)}Mi`;
    return parkedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ resources = {} }) => ({
        resources: { limits: { ...resources.limits, memory }, requests: { ...resources.requests, memory } },
      })),
    );
  });
