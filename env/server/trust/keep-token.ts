import type { ServerLog } from "../../observability/server-log.ts";
import type { TokenGrant } from "./create-access.ts";
import { writeTokenFile } from "./token-files.ts";

/**
 * Writes the operator's token; where it cannot be written, nobody has it.
 *
 * @returns a function that removes it; undefined: it could not be written
 */
export const keepToken = (path: string, operator: TokenGrant, log: ServerLog): (() => void) | undefined => {
  try {
    return writeTokenFile(path, operator);
  } catch (cause) {
    log.warn("the token could not be written", { path }, cause);
    return undefined;
  }
};
