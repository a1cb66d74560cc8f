import { renameSync, writeFileSync } from "node:fs";

/** Replaces a file atomically: a kill leaves either the old or the new one, and maybe the scratch file. */
export const replaceFile = (path: string, text: string): void => {
  const scratch = `${path}${SCRATCH}`;
  writeFileSync(scratch, text, { flush: true });
  renameSync(scratch, path);
};

/** End of the names of files that are not complete yet. */
export const SCRATCH = ".new";
