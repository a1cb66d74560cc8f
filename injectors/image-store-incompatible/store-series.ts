import { parseImageReference } from "#kube/objects/image-reference.ts";
import { splitImage } from "../image-fault.ts";

/** Lists the images of a store's releases whose servers refuse the data that one of this image has made; none where it is no store's that is known. */
export const refusingImages = (image: string): readonly string[] => {
  const { path = "", tag = "" } = parseImageReference(image) ?? {};
  const { repository } = splitImage(image);
  const series = SERIES.find((row) => row.path === path && isOf(row.made, tag));
  return (series?.refused ?? []).map((release) => `${repository}:${release}`);
};

/** True for a tag of a series: `4.4`, `4.4.6`, `4.4-focal`. */
const isOf = (series: string, tag: string): boolean => tag === series || tag.startsWith(`${series}.`) || tag.startsWith(`${series}-`);

const POSTGRES = ["14.20", "15.15", "16.11", "17.6", "18.1"];

/**
 * Series of stores whose data have a version, by the path of their image's repository, and releases that end at their start with such data. A server
 * of MongoDB opens those of its own series and of the long-term one before it, one of PostgreSQL its own alone.
 */
const SERIES: readonly { readonly path: string; readonly made: string; readonly refused: readonly string[] }[] = [
  { path: "library/mongo", made: "4.4", refused: ["4.2.24", "6.0.14", "7.0.15", "8.0.4", "8.0.14-rc0"] },
  ...POSTGRES.map((release) => ({
    path: "library/postgres",
    made: release.replace(/\..*/, ""),
    refused: POSTGRES.filter((other) => other !== release),
  })),
];
