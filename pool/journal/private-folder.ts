import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes a folder that only its owner can read, since what is in it tells answers; the journal files that an earlier build left
 * open to others in it are closed, and so is the folder.
 *
 * A folder without a journal that was there before stays as it is: it may be shared, or the root of a volume.
 */
export const makePrivateFolder = (path: string): void => {
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) return;
  const files = readdirSync(path).filter((name) => OWN_FILE.test(name));
  for (const name of files) closeToOthers(join(path, name));
  if (files.length > 0) closeToOthers(path);
};

const OWN_FILE = /^journal-\d{8}\.jsonl(\.compact)?$|^lock\.sqlite$|^owner\.json$/;
const OF_OTHERS = 0o077;
/** A folder in which everybody makes files, such as /tmp. */
const STICKY = 0o1000;

const closeToOthers = (path: string): void => {
  const { mode, uid } = statSync(path);
  if ((mode & OF_OTHERS) === 0 || (mode & STICKY) !== 0 || uid !== process.getuid?.()) return;
  chmodSync(path, mode & 0o7777 & ~OF_OTHERS);
};
