import { createHash } from "node:crypto";
import { DrillError } from "#core/drill-error.ts";
import { scopesOf } from "./scopes.ts";

/** Decides who calls, and what they may do. */
export interface Access {
  /**
   * Admits a caller.
   * @param authorization value of the metadata of that name; missing: none was sent
   * @param peer address of the caller's socket, or the fingerprint of its certificate
   * @throws DrillError TOKEN_MISSING
   */
  admit(authorization: string | undefined, peer: string): Admitted;
}

/** A caller who was admitted. */
export interface Admitted {
  /** Id of the credential, and without one of the machine: callers are served in turn by it. */
  readonly client: string;
  readonly scopes: ReadonlySet<string>;
}

/** A bearer token and what it allows. */
export interface TokenGrant {
  readonly name: string;
  readonly token: string;
  readonly scopes: readonly string[];
}

export interface AccessOptions {
  /** Scopes of all callers. */
  readonly scopes: readonly string[];
  readonly tokens: readonly TokenGrant[];
  /** True: nobody is admitted without a token. */
  readonly isTokenRequired: boolean;
}

/** Creates the decision. Tokens are compared by their digests, so that no time tells how much of one is right. */
export const createAccess = ({ scopes, tokens, isTokenRequired }: AccessOptions): Access => {
  const forAll = scopesOf(scopes);
  const granted = new Map(
    tokens.map(({ name, token, scopes: own }): [string, Admitted] => [
      digestOf(token),
      { client: `token:${name}`, scopes: scopesOf([...scopes, ...own]) },
    ]),
  );
  return {
    admit: (authorization, peer) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      const known = token === undefined ? undefined : granted.get(digestOf(token));
      if (known !== undefined) return known;
      if (authorization !== undefined) throw new DrillError("TOKEN_MISSING", "the bearer token is not one of this server's");
      if (isTokenRequired) throw new DrillError("TOKEN_MISSING", "no bearer token was sent");
      return { client: machineOf(peer), scopes: forAll };
    },
  };
};

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Leaves out the port, since one trainer has many sockets. */
const machineOf = (peer: string): string => peer.replace(/:\d+$/, "");
