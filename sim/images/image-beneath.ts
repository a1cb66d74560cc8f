import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { Image } from "./image.ts";

/**
 * Returns what can be seen of an image where something is mounted over parts of it: the image itself where nothing of it is hidden.
 * @param places absolute paths of mounts, without slashes at their ends
 */
export const imageBeneath = (image: Image, places: readonly string[]): Image =>
  places.length === 0 ? image : kept(image)(places.join("\n"), () => without(image, places));

/** By the image's identity: pods of a workload have the same mounts. */
const kept = keepFor((_image: Image) => keepUpTo<string, Image>(MOUNTS_KEPT));

const MOUNTS_KEPT = 64;

const without = (image: Image, places: readonly string[]): Image => {
  const isSeen = (path: string): boolean => !places.some((place) => isUnder(path.replace(/(.)\/$/, "$1"), reached(image, place)));
  const parts = [image.binaries, image.files ?? {}, image.links ?? {}, image.owned ?? {}];
  if ([...parts.flatMap((part) => Object.keys(part)), ...(image.folders ?? [])].every(isSeen)) return image;
  const seen = <T>(part: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(part).filter(([path]) => isSeen(path)));
  return Object.freeze({
    ...image,
    binaries: seen(image.binaries),
    ...(image.files && { files: seen(image.files) }),
    ...(image.links && { links: seen(image.links) }),
    ...(image.owned && { owned: seen(image.owned) }),
    ...(image.folders && { folders: image.folders.filter(isSeen) }),
  });
};

/** Places that a mount at a path hides: where a link leads elsewhere, what is there too. */
const reached = (image: Image, place: string): readonly string[] => {
  const target = image.links?.[place];
  return target === undefined ? [place] : [place, `/${target}`];
};

const isUnder = (path: string, places: readonly string[]): boolean =>
  places.some((place) => place === "/" || path === place || path.startsWith(`${place}/`));
