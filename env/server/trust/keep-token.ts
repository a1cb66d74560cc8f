import { join } from "node:path";
import type { ServerLog } from "../../observability/server-log.ts";
import type { TokenGrant } from "./create-access.ts";
import { operatorToken, writeTokenFile } from "./token-files.ts";

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

/** Returns the operator's token of a journal; where it cannot be kept, it lasts as long as the process. @param directory of the journal; undefined: there is none */
export const keptOperator = (directory: string | undefined, log: ServerLog): TokenGrant => {
  const path = directory === undefined ? undefined : join(directory, "operator-token");
  try {
    return operatorToken(path);
  } catch (cause) {
    log.warn("the token of the journal could not be kept", { path }, cause);
    return operatorToken(undefined);
  }
};
