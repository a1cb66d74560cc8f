import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { imageIn } from "#kube/app/chart-image.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { parseBehaviour } from "#kube/app/parse-behaviour.ts";
import type { Image } from "#sim/images/image.ts";
import { createCatalogue } from "#sim/programs/catalogue/app-catalogue.ts";
import { BEHAVIOURS_PATH } from "../own-process.ts";
import { writeBaseLayer } from "./base-layer.ts";
import { bundleProgram } from "./bundle-program.ts";
import { configOf, writeComponentLayer } from "./component-layer.ts";
import type { OciImage } from "./oci-archive.ts";

/** Creates the images for all components of the charts, each under the name that the chart uses in the registry. */
export const createActorImages = async (root: string, registry?: string): Promise<readonly OciImage[]> => {
  const base = writeBaseLayer(await bundleProgram(root));
  return chartImages(join(root, "charts"), registry).map(({ name, image }) => ({
    name,
    layers: [base, writeComponentLayer(image)],
    config: configOf(image),
  }));
};

interface ChartImage {
  /** Name with registry and tag. */
  readonly name: string;
  /** Name without registry and tag. */
  readonly folder: string;
  readonly image: Image;
}

/** Lists the images in charts whose components can be played, each once. */
export const chartImages = (charts: string, registry?: string): readonly ChartImage[] => {
  const found = new Map<string, ChartImage>();
  for (const chart of readdirSync(charts).sort()) {
    const actor = join(charts, chart, "values-actor.yaml");
    if (!existsSync(actor)) continue;
    const values = readValues(join(charts, chart, "values.yaml"));
    const place = registry ?? readValues(actor).imageRegistry;
    const behaviour = readBehaviour(join(charts, chart));
    const { images } = createCatalogue([behaviour]);
    for (const { image: original } of values.components) {
      const name = imageIn(place, original);
      const image = images.find(original);
      if (image === undefined) throw new Error(`${chart}: nothing is known of the image ${original}`);
      found.set(name, {
        name,
        folder: name.slice(name.lastIndexOf("/") + 1).replace(/:.*$/, ""),
        image: holdsOwn(behaviour, image) ? withBehaviour(image, behaviour) : image,
      });
    }
  }
  return [...found.values()];
};

const holdsOwn = ({ images }: AppBehaviour, { repository }: Image): boolean => images.some((own) => own.repository === repository);

/** The image with the description of its programs, where they look for it. */
const withBehaviour = (image: Image, behaviour: AppBehaviour): Image => ({
  ...image,
  files: { ...image.files, [BEHAVIOURS_PATH]: JSON.stringify([behaviour]) },
});

const readBehaviour = (folder: string): AppBehaviour => {
  const path = join(folder, "behaviour.yaml");
  const readDocuments = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  return parseBehaviour([{ path, text: readFileSync(path, "utf8") }], readDocuments);
};

const readValues = (path: string): ChartValues => parse(readFileSync(path, "utf8")) as ChartValues;
