import type { Client } from "#clients/typescript/index.ts";
import { checkTarget } from "#clients/typescript/target.ts";
import { CliError } from "../errors/cli-error.ts";
import { serverTokenFile } from "./server-token-file.ts";
import { readTlsFiles, type TlsPaths } from "./tls-files.ts";
import { findTlsTrouble } from "./tls-trouble.ts";

/** Access to a server: the token to show, and the files of TLS; missing: plain text. */
export interface ServerAccess extends TlsPaths {
  /** Missing: that of the file. */
  readonly token?: string;
  /** Missing: as `serverTokenFile` finds it. */
  readonly tokenFile?: string;
  /** Longest wait for its first answer, ms; missing: the client's. */
  readonly reachMs?: number;
}

/** A client that has reached its server. */
export interface OpenClient {
  readonly client: Client;
  readonly info: Awaited<ReturnType<Client["serverInfo"]>>;
  readonly hasToken: boolean;
}

/** Connects to a server and asks what it is. @throws CliError at once where it can be none, or where both sides can never agree about TLS */
export const openClient = async (server: string, access: ServerAccess): Promise<OpenClient> => {
  checkServer(server);
  const tls = readTlsFiles(access);
  const { token, reachMs } = access;
  const tokenFile = token === undefined ? await serverTokenFile(server, access.tokenFile) : undefined;
  const shown = tokenFile === undefined ? { token: token ?? "" } : { tokenFile };
  const { connect } = await import("#clients/typescript/index.ts");
  const client = connect(server, { ...shown, ...(tls && { tls: tls.client }), ...(reachMs && { reachMs }) });
  const trouble = findTlsTrouble(server, tls?.context);
  try {
    // Whether anybody answers takes five seconds to say; what TLS forbids is known before.
    const info = await Promise.race([client.serverInfo(), trouble.found]);
    return { client, info, hasToken: (token ?? tokenFile) !== undefined };
  } catch (error) {
    await client.close();
    throw error;
  } finally {
    trouble.stop();
  }
};

const checkServer = (server: string): void => {
  try {
    checkTarget(server, "--server");
  } catch (cause) {
    throw new CliError((cause as TypeError).message);
  }
};
