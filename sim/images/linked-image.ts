import type { Image } from "./image.ts";

/** An image with the links of a system whose programs are all in /usr: they are found under their old paths too. */
export const linkedImage = (image: Image): Image => {
  const paths = Object.keys(image.binaries);
  const holds = (folder: string): boolean => paths.some((path) => path.startsWith(`${folder}/`));
  const merged = MERGED.filter((name) => holds(`/usr/${name}`) && !holds(`/${name}`));
  return merged.length === 0 ? image : { ...image, links: Object.fromEntries(merged.map((name) => [`/${name}`, `usr/${name}`])) };
};

const MERGED: readonly string[] = ["bin", "sbin"];
