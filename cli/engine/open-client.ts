import type { Client } from "#clients/typescript/index.ts";
import { serverToken } from "./server-token.ts";
import { readTlsFiles, type TlsPaths } from "./tls-files.ts";
import { findTlsTrouble } from "./tls-trouble.ts";

/** Access to a server: the token to show, and the files of TLS; missing: plain text. */
export interface ServerAccess extends TlsPaths {
  /** Missing: as `serverToken` finds it. */
  readonly token?: string;
  readonly tokenFile?: string;
}

/** A client that has reached its server. */
export interface OpenClient {
  readonly client: Client;
  readonly info: Awaited<ReturnType<Client["serverInfo"]>>;
  readonly hasToken: boolean;
}

/** Connects to a server and asks what it is. @throws CliError at once where both sides can never agree about TLS */
export const openClient = async (server: string, access: ServerAccess): Promise<OpenClient> => {
  const tls = readTlsFiles(access);
  const token = access.token ?? (await serverToken(server, access.tokenFile));
  const { connect } = await import("#clients/typescript/index.ts");
  const client = connect(server, { ...(token !== undefined && { token }), ...(tls && { tls: tls.client }) });
  const trouble = findTlsTrouble(server, tls?.context);
  try {
    // A call that fails is repeated for a minute, for a server that starts again; what TLS forbids does not change by it.
    const info = await Promise.race([client.serverInfo(), trouble.found]);
    return { client, info, hasToken: token !== undefined };
  } catch (error) {
    await client.close();
    throw error;
  } finally {
    trouble.stop();
  }
};
