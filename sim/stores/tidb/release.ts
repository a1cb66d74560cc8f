import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { Process } from "../../processes/process.ts";

/** Releases of PD, TiKV and TiDB, newest first. */
export const TIDB_RELEASES: readonly string[] = ["v8.5.2", "v8.1.2", "v8.1.0", "v7.5.6", "v7.1.5"];

/** The release in a container's image. */
export const releaseOf = ({ start }: Process): string => {
  const tag = parseImageReference(start.container.image ?? "")?.tag ?? "";
  return TIDB_RELEASES.includes(tag) ? tag : (TIDB_RELEASES[0] as string);
};
