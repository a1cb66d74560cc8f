import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { ImageBuild } from "#kube/ports/image-build.ts";
import { drawBuildTag } from "../build-tag.ts";
import { buildTwins, withTag } from "../build-twins.ts";
import { abandonedSet } from "../idle-set.ts";
import { type CreatedTwin, type DrawTwins, neighbourOf } from "../twin.ts";
import { drawArchitecture } from "./architectures.ts";

/** Builds in which nothing is wrong, and trials of products' images for another processor that somebody gave up: those have no builds of their own. */
export const twins: DrawTwins = (rng, baseline) => [
  ...buildTwins(rng.stream("builds"), baseline),
  ...rng
    .stream("names")
    .shuffle(baseline.app.components.filter(({ program, operatedBy }) => program === undefined && operatedBy === undefined))
    .slice(0, rng.stream("count").int(1, 2))
    .flatMap(({ name }) => givenUpTrial(rng.stream(name), baseline, neighbourOf(rng.stream(`neighbour of ${name}`), name))),
];

const givenUpTrial = (rng: Rng, baseline: Baseline, name: string): readonly CreatedTwin[] => {
  const builds: ImageBuild[] = [];
  const set = abandonedSet(rng, baseline, name, (template) =>
    withContainer(template, ({ image: from = "" }) => {
      const tag = drawBuildTag(rng.stream("tag"), from);
      builds.push({ from, tag, architecture: drawArchitecture(rng.stream("architecture")) });
      return { image: withTag(from, tag) };
    }),
  );
  const [build] = builds;
  return build === undefined ? set : set.map((twin) => ({ ...twin, build }));
};
