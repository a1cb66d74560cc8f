import type { FileContent } from "../../processes/container-files.ts";

/** Paths at a revision of the written files, and which folders were looked for and hold something. */
export interface KnownPaths {
  readonly revision: number;
  /** A missing content stands for what came with the image or the pod. */
  readonly paths: Map<string, FileContent | undefined>;
  readonly folders: Map<string, boolean>;
}

/** True if there is anything below a path that was not taken away. */
export const holdsBelow = (paths: ReadonlyMap<string, FileContent | undefined>, path: string): boolean => {
  for (const [known, content] of paths)
    if (known.startsWith(`${path}/`) && (content === undefined || content.text !== undefined)) return true;
  return false;
};
