import { enableCompileCache } from "node:module";
import { cacheFolder } from "./cache-folder.ts";

/**
 * Enables Node's compile cache in the user's cache folder for the modules that this thread loads from now on.
 *
 * Without it half of a start is compilation. Each thread has to enable it before it loads the rest; if the folder
 * cannot be written, nothing is cached and nothing fails.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(process.env["NODE_COMPILE_CACHE"] ?? compiledCodeFolder());
};

/** Folder of compiled code; Node removes none of it by itself. */
export const compiledCodeFolder = (): string => cacheFolder("code");
