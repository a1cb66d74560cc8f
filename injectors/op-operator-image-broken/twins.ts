import { withContainer } from "#kube/objects/with-container.ts";
import { parkedSet } from "../idle-set.ts";
import { splitImage } from "../image-fault.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { misspellings } from "./misspellings.ts";

/** Parked workloads whose repository is misspelt, which nobody has noticed. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 3).flatMap((name) =>
    parkedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ image = "" }) => {
        const { repository, tag } = splitImage(image);
        return { image: `${rng.stream(`image of ${name}`).pick(misspellings(repository))}:${tag}` };
      }),
    ),
  );
