import type { Rng } from "#core/rng.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import { type DrawTwins, neighbourNames, parkedSet } from "../twin.ts";

/** Parked workloads of releases that have not been pushed, or under another name. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) =>
    parkedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ image = "" }) => ({ image: otherRelease(rng.stream(`image of ${name}`), image) })),
    ),
  );

const otherRelease = (rng: Rng, image: string): string => {
  const bare = image.replace(/@.*$/, "");
  const colon = bare.indexOf(":", bare.lastIndexOf("/") + 1);
  const [repository, tag] = colon < 0 ? [bare, "latest"] : [bare.slice(0, colon), bare.slice(colon + 1)];
  return rng.pick([
    `${repository}:${tag}-rc${rng.int(1, 4)}`,
    `${repository}:release-${rng.int(2, 9)}.${rng.int(0, 9)}`,
    `${repository}-service:${tag}`,
    `${repository}:${tag}-debug`,
  ]);
};
