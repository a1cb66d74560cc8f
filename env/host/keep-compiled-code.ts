import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Keeps the compiled code of what this thread loads from now on in the user's cache folder, and takes it from there at the next start.
 *
 * Half of a start is compiling otherwise. Each thread has to ask for itself, before it loads the rest; where the folder
 * cannot be written, nothing is kept and nothing fails.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(
    process.env["NODE_COMPILE_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "kubedrill", "code"),
  );
};
