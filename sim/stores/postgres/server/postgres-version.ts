import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { Process } from "../../../processes/process.ts";

/** Releases of the image, newest first; each also has its short tag. */
export const POSTGRES_RELEASES: readonly string[] = ["18.1", "17.7", "17.6", "16.11", "16.4", "15.15", "14.20", "14.5", "13.23", "12.22"];

/** Version of the server in a container's image: `17.6`. */
export const postgresVersion = ({ start }: Process): string => {
  const wanted = (parseImageReference(start.container.image ?? "")?.tag ?? "latest").replace(/-.*$/, "");
  return POSTGRES_RELEASES.find((release) => release === wanted || release.startsWith(`${wanted}.`)) ?? (POSTGRES_RELEASES[0] as string);
};

/** `17` of `17.6`. */
export const majorOf = (version: string): number => Number(version.split(".")[0]);

/** True for an image that is built on Alpine. */
export const isAlpine = ({ start }: Process): boolean => /alpine/.test(start.container.image ?? "");

/** Result of `SELECT version()`. */
export const describeVersion = (version: string, onAlpine: boolean): string =>
  onAlpine
    ? `PostgreSQL ${version} on x86_64-pc-linux-musl, compiled by gcc (Alpine 14.2.0) 14.2.0, 64-bit`
    : `PostgreSQL ${version} (Debian ${version}-1.pgdg13+1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 14.2.0-19) 14.2.0, 64-bit`;
