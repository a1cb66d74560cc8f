import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads with limits that nobody has looked at. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const memory = `${rng.stream(`limit of ${name}`).int(4, 40)}Mi`;
    return idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ resources = {} }) => ({
        resources: { limits: { ...resources.limits, memory }, requests: { ...resources.requests, memory } },
      })),
    );
  });
