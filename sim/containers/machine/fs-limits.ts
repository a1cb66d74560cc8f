import type { FileError } from "#shell/machine/file-system.ts";

/** Number of files that a volume or a container's layer holds. */
export const FILES_MAX = 500;

/** Size of one file, bytes. */
export const FILE_BYTES_MAX = 8 * 1_048_576;

/** Error of a write beyond these limits. */
export const NO_SPACE: FileError = "No space left on device";
