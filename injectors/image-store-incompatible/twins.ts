import { withContainer } from "#kube/objects/with-container.ts";
import { shuffledStores } from "../config-maps-beside.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourOf } from "../twin.ts";
import { refusingImages } from "./store-series.ts";

/** Parked stores that wait for an upgrade: the next releases of stores that are there, with nothing on their volumes yet. */
export const twins: DrawTwins = (rng, baseline) =>
  shuffledStores(rng, baseline)
    .slice(0, rng.int(1, 3))
    .flatMap((store) => {
      const name = neighbourOf(rng.stream(`name of ${store.name}`), store.name);
      return idleSet(rng.stream(name), baseline, name, (template) =>
        withContainer(template, ({ image = "" }) => {
          const images = refusingImages(image);
          return images.length === 0 ? {} : { image: rng.stream(`release of ${name}`).pick(images) };
        }),
      );
    });
