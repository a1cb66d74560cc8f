import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { refusingImages } from "./store-series.ts";

/** Parked stores that wait for an upgrade: the next releases of stores that are there, with nothing on their volumes yet. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 1, 3).flatMap((name) =>
    idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ image = "" }) => {
        const images = refusingImages(image);
        return images.length === 0 ? {} : { image: rng.stream(`release of ${name}`).pick(images) };
      }),
    ),
  );
