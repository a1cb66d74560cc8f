import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Keeps a value in a file that only its owner can read, so that it outlasts the server.
 * @param path missing: nothing is kept
 * @returns what the file has already if that is valid, else the fresh value
 */
export const keepInFile = (path: string | undefined, fresh: Buffer, isValid: (kept: Buffer) => boolean): Buffer => {
  if (path === undefined) return fresh;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, fresh, { mode: 0o600, flag: "wx" });
    return fresh;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    const kept = readFileSync(path);
    return isValid(kept) ? kept : fresh;
  }
};
