import { withContainer } from "#kube/objects/with-container.ts";
import { abandonedSet, type DrawTwins, neighbourNames, unpushedRelease } from "../twin.ts";

/** Workloads, parked or given up, of releases that have not been pushed, or under another name. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) =>
    abandonedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ image = "" }) => ({ image: unpushedRelease(rng.stream(`image of ${name}`), image) })),
    ),
  );
