import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { Container } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { givenUpSet } from "./idle-set.ts";
import { type CreatedTwin, neighbourOf } from "./twin.ts";

/**
 * Draws servers beside the app's stores that somebody wanted to try with other arguments and gave up: their pods never started.
 *
 * @param isLike chooses the stores by their container
 * @param argsOf draws the arguments of one, from its own stream and those of the store
 */
export const storesBeside = (
  rng: Rng,
  baseline: Baseline,
  isLike: (container: Container) => boolean,
  argsOf: (own: Rng, args: readonly string[]) => readonly string[],
): readonly CreatedTwin[] => {
  const stores = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).filter(({ spec }) =>
    spec.template.spec.containers.slice(0, 1).some(isLike),
  );
  if (stores.length === 0) return [];
  return Array.from({ length: rng.int(2, 3) }, (_, i) => rng.stream(`store beside ${i}`)).flatMap((own) =>
    givenUpSet(own, baseline, neighbourOf(own.stream("name"), own.pick(stores).metadata.name), (template) =>
      withContainer(template, ({ args = [] }) => ({ args: argsOf(own.stream("arguments"), args) })),
    ),
  );
};
