import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { Process } from "../../../processes/process.ts";

/** Product and version of an image's server. */
export interface MysqlVersion {
  readonly product: "mysql" | "mariadb" | "tidb";
  readonly version: string;
}

/** Releases of either image, newest first; each also has its short tags. */
export const MYSQL_RELEASES: Readonly<Record<"mysql" | "mariadb", readonly string[]>> = {
  mysql: ["9.5.0", "8.4.7", "8.0.44", "8.0.36", "5.7.44", "5.7.34"],
  mariadb: ["12.0.2", "11.8.3", "11.4.8", "10.11.14", "10.6.23"],
};

/** The version in a container's image. */
export const mysqlVersion = ({ start }: Process): MysqlVersion => {
  const reference = parseImageReference(start.container.image ?? "");
  const product = reference?.path.includes("mariadb") === true ? "mariadb" : "mysql";
  const wanted = (reference?.tag ?? "latest").replace(/-.*$/, "");
  const known = MYSQL_RELEASES[product];
  return { product, version: known.find((release) => release === wanted || release.startsWith(`${wanted}.`)) ?? (known[0] as string) };
};

/** As `VERSION()` gives it. */
export const versionText = ({ product, version }: MysqlVersion): string => {
  if (product === "tidb") return `8.0.11-TiDB-${version}`;
  return product === "mariadb" ? `${version}-MariaDB-ubu2404` : version;
};

/** Numbers of a version, so that two can be compared. */
export const versionNumber = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return major * 10_000 + minor * 100 + patch;
};
