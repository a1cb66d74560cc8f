import { join } from "node:path";
import { canonicalJson } from "#core/canonical-json.ts";
import { invariant } from "#core/invariant.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { imageIn, imagesIn } from "#kube/app/chart-image.ts";
import type { AppDescription } from "#kube/app/component-program.ts";
import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { Image } from "#sim/images/image.ts";
import { createCatalogue } from "#sim/programs/catalogue/app-catalogue.ts";
import { isStoreProgram } from "#sim/stores/runtime/store-images.ts";
import { BEHAVIOURS_PATH } from "../own-process.ts";
import { STORE_IMAGE_PATH, type StoreImage } from "../store-container.ts";
import { writeBaseLayer } from "./base-layer.ts";
import { bundlePrograms } from "./bundle-program.ts";
import { configOf, writeComponentLayer } from "./component-layer.ts";
import type { OciImage } from "./oci-archive.ts";
import { readPlayedCharts } from "./read-forms.ts";

/** Creates the images for all components of the charts in all of their forms, each under the name that the chart uses in the registry. */
export const createActorImages = async (root: string, registry?: string): Promise<readonly OciImage[]> => {
  const base = writeBaseLayer(await bundlePrograms(root));
  return chartImages(join(root, "charts"), registry).map(({ name, image }) => ({
    name,
    layers: [base, writeComponentLayer(image)],
    config: configOf(image),
  }));
};

/** An image of a chart. */
export interface ChartImage {
  /** Name with registry and tag. */
  readonly name: string;
  /** Name without registry and tag. */
  readonly folder: string;
  readonly tag: string;
  readonly image: Image;
}

/**
 * Lists the images in charts whose components can be played, each once.
 *
 * An image of an app's own programs holds the description of the one form that names it, as any build knows its own settings alone.
 * @throws InvariantViolation when two forms give one name to different images
 */
export const chartImages = (charts: string, registry?: string): readonly ChartImage[] => {
  const found = new Map<string, ChartImage>();
  for (const { chart, registry: usual, forms } of readPlayedCharts(charts))
    for (const form of forms)
      for (const [original, image] of imagesOf(chart, form)) {
        const name = imageIn(registry ?? usual, original);
        const [folder = "", tag = ""] = name.slice(name.lastIndexOf("/") + 1).split(":");
        const known = found.get(name)?.image ?? image;
        invariant(canonicalJson(known) === canonicalJson(image), `two forms of ${chart} name different images ${name}`);
        found.set(name, { name, folder, tag, image });
      }
  return [...found.values()];
};

/** Images of a form by the references in its values. */
const imagesOf = (chart: string, { behaviour, values }: AppDescription): ReadonlyMap<string, Image> => {
  const { images } = createCatalogue([behaviour]);
  const references = imagesIn([values.components, values.extraObjects ?? []]);
  return new Map(
    references.map((reference) => {
      const image = images.find(reference);
      if (image === undefined) throw new Error(`${chart}: nothing is known of the image ${reference}`);
      return [
        reference,
        holdsOwn(behaviour, image) ? withBehaviour(image, behaviour) : holdsStore(image) ? withItself(image, reference) : image,
      ];
    }),
  );
};

const holdsOwn = ({ images }: AppBehaviour, { repository }: Image): boolean => images.some((own) => own.repository === repository);

/** The image with the description of its programs, where they look for it. */
const withBehaviour = (image: Image, behaviour: AppBehaviour): Image => ({
  ...image,
  files: { ...image.files, [BEHAVIOURS_PATH]: JSON.stringify([behaviour]) },
});

const holdsStore = ({ binaries }: Image): boolean => Object.values(binaries).some(isStoreProgram);

/** The image with what the catalogue knows of it, for its store. */
const withItself = (image: Image, reference: string): Image => {
  const itself: StoreImage = { reference: `${image.repository}:${parseImageReference(reference)?.tag ?? "latest"}`, image };
  return { ...image, files: { ...image.files, [STORE_IMAGE_PATH]: JSON.stringify(itself) } };
};
