import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isLocal } from "./target.ts";

/** The token that a client shows: a given one, or that of a file, which is read again when a server refuses it. */
export interface TokenSource {
  /** Returns the token to show; undefined: none. @throws a named file cannot be read */
  token(): string | undefined;
  /**
   * Reads the file again after a token was refused. A token that nobody named and that no server takes is of a server that is gone, so it is
   * left out.
   * @returns true: another one may be tried
   */
  renew(refused: string | undefined): boolean;
}

export interface TokenOptions {
  /** The token itself; an empty one is none. Missing: that of a file. */
  readonly token?: string;
  /** The file. Missing: where a server of this user on this machine has written its token, if one has. */
  readonly tokenFile?: string;
}

/** Creates the source of the token for a server; the file is read at the first call. */
export const createTokenSource = (target: string, { token, tokenFile }: TokenOptions): TokenSource => {
  if (token !== undefined) return { token: () => token || undefined, renew: () => false };
  const read = () => (tokenFile === undefined ? readOwn(target) : readFileSync(tokenFile, "utf8").trim());
  let kept: { readonly token: string | undefined } | undefined;
  return {
    token: () => {
      kept ??= { token: read() };
      return kept.token;
    },
    renew: (refused) => {
      if (kept?.token === refused) kept = { token: read() };
      if (kept?.token === refused && tokenFile === undefined) kept = { token: undefined };
      return kept?.token !== refused;
    },
  };
};

const readOwn = (target: string): string | undefined => {
  const port = /:([0-9]{1,5})$/.exec(target)?.[1];
  if (port === undefined || target.includes(",") || !isLocal(target)) return undefined;
  const state = process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
  try {
    return readFileSync(join(state, "kubedrill", "tokens", port), "utf8").trim();
  } catch {
    return undefined;
  }
};
