import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { threadId } from "node:worker_threads";

/**
 * Writes a file of the cache as a whole, since several threads and processes may write the same one at once.
 *
 * @param isShared others may read it; missing: nobody but the user
 * @throws Error when the folder cannot be made or written
 */
export const writeCached = (path: string, content: string | Uint8Array, isShared = false): void => {
  mkdirSync(dirname(path), { recursive: true, mode: isShared ? 0o755 : 0o700 });
  const draft = `${path}.${process.pid}.${threadId}`;
  try {
    writeFileSync(draft, content, { mode: isShared ? 0o644 : 0o600 });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true }); // on a full disk it would take what is left
    throw cause;
  }
};
