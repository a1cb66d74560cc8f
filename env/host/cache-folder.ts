import { homedir } from "node:os";
import { join } from "node:path";

/** Folder for what can be made again, in the user's cache folder (`XDG_CACHE_HOME`). */
export const cacheFolder = (name: string): string => join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "kubedrill", name);
