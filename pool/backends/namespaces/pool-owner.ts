import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Id of a pool among the servers of its cluster, stored in its state folder. */
export const ownerOf = (stateDirectory: string): string => {
  const path = join(stateDirectory, "owner");
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    const owner = randomBytes(6).toString("hex");
    writeFileSync(path, owner, { mode: 0o600 });
    return owner;
  }
};
