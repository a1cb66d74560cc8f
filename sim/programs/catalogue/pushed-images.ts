import { invariant } from "#core/invariant.ts";
import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { ImageBuild } from "#kube/ports/image-build.ts";
import { createImageCatalogue, type ImageCatalogue } from "../../images/image-catalogue.ts";
import type { World } from "../../kernel/world.ts";

/** Pushes a build to the registry of the image that it is like. */
export const pushImage = (world: World, build: ImageBuild): void => {
  const { domain, path } = parseImageReference(build.from) ?? {};
  world.map<ImageBuild>(PUSHED).set(`${domain}/${path}:${build.tag} ${build.program ?? ""}`, build);
};

/** Images that registries hold, and the builds that have been pushed to them in a world. */
export const withPushed = (world: World, known: ImageCatalogue): ImageCatalogue => {
  const pushed = world.map<ImageBuild>(PUSHED);
  if (pushed.size === 0) return known;
  return world.memo(PUSHED, pushed.revision, () => joined(known, [...pushed.values()]));
};

const PUSHED = "images/pushed";

const joined = (known: ImageCatalogue, builds: readonly ImageBuild[]): ImageCatalogue => {
  const pushed = createImageCatalogue(
    // Programs of one image that are pushed with one tag are one build.
    [...Map.groupBy(builds, ({ from, tag }) => `${from} ${tag}`).values()].map((same) => {
      const { from, tag } = same[0] as ImageBuild;
      const image = known.find(from);
      invariant(image !== undefined, `no registry has ${from}`);
      const { architecture } = same.at(-1) as ImageBuild;
      const defects = same.flatMap(({ program, defect }) => (program === undefined ? [] : [[image.binaries[program], defect] as const]));
      return { ...image, tags: [tag], defects: Object.fromEntries(defects), ...(architecture !== undefined && { architecture }) };
    }),
  );
  return {
    find: (reference) => pushed.find(reference) ?? known.find(reference),
    resolve: (reference) => {
      const found = pushed.resolve(reference);
      return found.kind === "found" ? found : known.resolve(reference);
    },
  };
};
