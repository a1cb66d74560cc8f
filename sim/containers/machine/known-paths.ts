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

/** A file that was written, and the revisions of all files before and after it. */
export interface FileWrite {
  readonly path: string;
  readonly stored: FileContent;
  readonly before: number;
  readonly after: number;
}

/**
 * Returns what is known after a write: all that was, where a file is written again in its place, which changes no folder. Scripts that
 * write in a loop would have all paths looked through each time. Undefined after other writes.
 */
export const knownAfter = (known: KnownPaths | undefined, { path, stored, before, after }: FileWrite): KnownPaths | undefined => {
  if (known?.revision !== before || !isPlainFile(known.paths.get(path)) || !isPlainFile(stored)) return undefined;
  known.paths.set(path, stored);
  return { ...known, revision: after };
};

const isPlainFile = (content: FileContent | undefined): boolean =>
  content?.text !== undefined && content.isFolder !== true && content.link === undefined && content.shared === undefined;
