import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { drawBuildTag } from "./build-tag.ts";
import { idleSet } from "./idle-set.ts";
import { imageFacts, splitImage } from "./image-fault.ts";
import { type DrawTwins, neighbourNames, type PatchedTwin } from "./twin.ts";

/** Workloads that run other builds of their programs, in which nothing is wrong, and parked ones that wait for some. */
export const buildTwins: DrawTwins = (rng, baseline) => [
  ...liveBuilds(rng.stream("live"), baseline),
  ...neighbourNames(rng, baseline, 1, 2).flatMap((name) =>
    idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ image = "" }) => ({ image: withTag(image, drawBuildTag(rng.stream(`build of ${name}`), image)) })),
    ),
  ),
];

/** An image with another tag. */
export const withTag = (image: string, tag: string): string => `${splitImage(image).repository}:${tag}`;

/** Two to four Deployments that serve on while they are rolled out. */
const liveBuilds = (rng: Rng, baseline: Baseline): readonly PatchedTwin[] => {
  const programs = new Map(
    baseline.app.components.map(({ name, program, startSeconds }) => [name, startSeconds > START_MAX_S ? undefined : program]),
  );
  return rng
    .stream("workloads")
    .shuffle(ownObjects(baseline, "deployments.apps") as readonly Deployment[])
    .filter((deployment) => programs.get(deployment.metadata.name) !== undefined && keepsOldPods(deployment))
    .slice(0, rng.stream("count").int(2, 4))
    .map((deployment): PatchedTwin => {
      const { name } = deployment.metadata;
      const { image: from } = imageFacts(deployment);
      const tag = drawBuildTag(rng.stream(`build of ${name}`), from);
      const { containers } = withContainer(deployment.spec.template, () => ({ image: withTag(from, tag) })).spec;
      const build = { from, tag, program: programs.get(name) ?? "", defect: {} };
      return { verb: "patch", resource: "deployments.apps", name, patch: { spec: { template: { spec: { containers } } } }, build };
    });
};

/** Longest start of a program whose roll-out users do not notice, s. */
const START_MAX_S = 10;
