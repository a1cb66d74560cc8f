import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { Process } from "../../../processes/process.ts";

/** A series of MongoDB: its releases, newest first, and the feature compatibility versions of data that its servers open. */
export interface MongoSeries {
  readonly releases: readonly string[];
  /** The long-term series before, what came between, and its own. */
  readonly opens: readonly string[];
}

/** Series of the image, newest first; each release also has its short tag. */
export const MONGO_SERIES: readonly MongoSeries[] = [
  { releases: ["8.0.17", "8.0.14", "8.0.14-rc0", "8.0.4"], opens: ["7.0", "7.3", "8.0"] },
  { releases: ["7.0.28", "7.0.15"], opens: ["6.0", "6.3", "7.0"] },
  { releases: ["6.0.27", "6.0.14"], opens: ["5.0", "5.3", "6.0"] },
  { releases: ["5.0.32", "5.0.26"], opens: ["4.4", "4.9", "5.0"] },
  { releases: ["4.4.30", "4.4.6"], opens: ["4.2", "4.4"] },
  { releases: ["4.2.24"], opens: ["4.0", "4.2"] },
];

/** Version of the server or shell in a container's image: `4.4.6`. */
export const mongoVersion = ({ start }: Process): string => {
  const tag = parseImageReference(start.container.image ?? "")?.tag ?? "latest";
  const known = MONGO_SERIES.flatMap(({ releases }) => releases);
  const find = (wanted: string) => known.find((release) => release === wanted || release.startsWith(`${wanted}.`));
  return find(tag) ?? find(tag.replace(/-.*$/, "")) ?? (known[0] as string);
};

/** Series of a release, by which its data are marked: `4.4` of `4.4.6`. */
export const seriesOf = (version: string): string => version.split(".").slice(0, 2).join(".");

/** Error with which a server of a version refuses data of a feature compatibility version; undefined: it opens them. */
export const refusesData = (version: string, compatibility: string): string | undefined => {
  const opens = MONGO_SERIES.find(({ releases }) => releases.includes(version))?.opens ?? [];
  if (opens.includes(compatibility)) return undefined;
  const [before = ""] = opens;
  const pages = "https://docs.mongodb.com/master/release-notes";
  const see = `See ${pages}/${before}-compatibility/#feature-compatibility.`;
  const expected = opens.map((each) => `'${each}'`).join(" or ");
  const found = `{ _id: "featureCompatibilityVersion", version: "${compatibility}" }`;
  return `UPGRADE PROBLEM: Found an invalid featureCompatibilityVersion document (ERROR: Location4926900: Invalid featureCompatibilityVersion document in admin.system.version: ${found}. ${see} :: caused by :: Invalid feature compatibility version value, expected ${expected}. ${see}). If the current featureCompatibilityVersion is below ${before}, see the documentation on upgrading at ${pages}/${before}/#upgrade-procedures.`;
};
