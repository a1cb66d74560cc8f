import type { AppDescription } from "../component-program.ts";
import type { VariantStyles } from "./variant-styles.ts";

/**
 * True where each variant names images of its own for the app's programs, as builds that know its settings: as many tags as variants, and
 * none of them the published one.
 */
export const namesOwnBuilds = ({ behaviour }: AppDescription, { count, images }: VariantStyles): boolean =>
  behaviour.images.every(({ repository, tags }) =>
    tags.every((tag) => {
      const published = `${repository}:${tag}`;
      const builds = new Set(images[published]);
      return builds.size >= count && !builds.has(published);
    }),
  );
