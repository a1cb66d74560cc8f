import { withContainer } from "#kube/objects/with-container.ts";
import { abandonedSet, unpushedRelease } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads of releases that have not been pushed, or under another name. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) =>
    abandonedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ image = "" }) => ({ image: unpushedRelease(rng.stream(`image of ${name}`), image) })),
    ),
  );
